// Sets aside the changes of a batch that the change feed did not take, while the stream still has them (24 hours).
import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod';
import { type StreamRecord, toChangeEvent } from '../../../shared/change-feed/change-event.ts';
import { setAside } from '../../../shared/change-feed/dead-changes.ts';
import { logError } from '../../../shared/log/log.ts';
import { toLambdaRecord } from '../../../shared/platform/stream-records.ts';

/** What Lambda sends of a batch that it discards (Lambda Developer Guide, "Retain discarded batches for DynamoDB"). */
const DiscardedBatch = z.looseObject({
  requestContext: z.looseObject({ condition: z.string() }).optional(),
  DDBStreamBatchInfo: z.looseObject({
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    streamArn: z.string(),
  }),
});
type Batch = z.output<typeof DiscardedBatch>['DDBStreamBatchInfo'];

/** The messages of a queue, as far as they are used. */
interface QueueEvent {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}

/** The records of a batch, in their order. @throws when the stream does not have them any more */
async function* readBatch(client: DynamoDBStreamsClient, batch: Batch): AsyncGenerator<StreamRecord> {
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      ...{ StreamArn: batch.streamArn, ShardId: batch.shardId },
      ...{ ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: batch.startSequenceNumber },
    }),
  );
  const end = BigInt(batch.endSequenceNumber);
  let iterator = ShardIterator;
  while (iterator !== undefined) {
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: iterator }),
    );
    for (const record of Records) {
      if (BigInt(record.dynamodb?.SequenceNumber ?? '0') > end) return;
      yield toLambdaRecord(batch.streamArn, record) as StreamRecord;
      if (record.dynamodb?.SequenceNumber === batch.endSequenceNumber) return;
    }
    iterator = NextShardIterator;
  }
}

/** Whether the feed would have had the change: also where that cannot be found out. */
function concernsFeed(record: StreamRecord): boolean {
  try {
    return toChangeEvent(record) !== undefined;
  } catch {
    return true;
  }
}

/** Messages that fail come again, and are dead letters in the end. */
export const handler = async ({ Records }: QueueEvent) => {
  const client = new DynamoDBStreamsClient();
  const failed: string[] = [];
  for (const { messageId, body } of Records) {
    try {
      const { DDBStreamBatchInfo: batch, requestContext } = DiscardedBatch.parse(JSON.parse(body));
      const reason = `The change feed did not take it (${requestContext?.condition ?? 'discarded'}).`;
      for await (const record of readBatch(client, batch))
        if (concernsFeed(record)) await setAside(record, reason, new Date());
    } catch (error) {
      logError('keep-changes', error);
      failed.push(messageId);
    }
  }
  client.destroy();
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
