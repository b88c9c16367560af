// The ceiling of DynamoDB Local itself: reads and writes of one item, with as many connections as the load.
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';

/** Operations a second. */
export interface Ceiling {
  readonly reads: number;
  readonly writes: number;
}

async function measureRate(
  connections: number,
  seconds: number,
  once: (index: number) => Promise<unknown>,
): Promise<number> {
  const since = performance.now();
  const until = since + seconds * 1000;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await once(done);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return done / ((performance.now() - since) / 1000);
}

/** Measures both, with items of its own. */
export async function measureCeiling(
  { dynamodb, tableName }: { readonly dynamodb: string; readonly tableName: string },
  connections: number,
  seconds: number,
): Promise<Ceiling> {
  const client = new DynamoDBClient({
    endpoint: dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const key = (index: number) => ({ pk: { S: `P#CEILING#${index % 100}` }, sk: { S: 'ITEM' } });
  const put = (index: number) =>
    client.send(
      new PutItemCommand({ TableName: tableName, Item: { ...key(index), text: { S: 'x'.repeat(500) } } }),
    );
  try {
    await measureRate(connections, Math.min(1, seconds), put);
    const writes = await measureRate(connections, seconds, put);
    const reads = await measureRate(connections, seconds, (index) =>
      client.send(new GetItemCommand({ TableName: tableName, Key: key(index) })),
    );
    return { reads, writes };
  } finally {
    client.destroy();
  }
}
