// Corrects the units that DynamoDB Local reports where DynamoDB charges others. Of a transaction it counts one item alone
// (github.com/awslabs/amazon-dynamodb-local-samples/issues/31), and a query or the keys of a batch that find nothing cost
// nothing (#7 there; Developer Guide, "Capacity unit consumption for read operations").
import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  type TransactWriteCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { documentClient, getTimeoutFactor } from '../../../shared/data/client.ts';
import { currentMeter, type Meter } from '../../../shared/data/meter.ts';
import { tableDefinition } from '../../../shared/data/table-definition.ts';
import { computeWriteUnits, type StoredItem } from './write-units.ts';

interface ItemAddress {
  readonly table: string;
  readonly key: StoredItem;
}

const { partitionKey, sortKey } = tableDefinition;
const getKey = (item: Readonly<Record<string, unknown>> = {}): StoredItem => ({
  [partitionKey]: { S: String(item[partitionKey]) },
  [sortKey]: { S: String(item[sortKey]) },
});
const formatAddress = (table: string, item: StoredItem): string =>
  JSON.stringify([table, item[partitionKey]?.S, item[sortKey]?.S]);

const listAddresses = ({ TransactItems = [] }: TransactWriteCommandInput): readonly ItemAddress[] =>
  TransactItems.map(({ Put, Update, Delete, ConditionCheck }) => ({
    table: (Put ?? Update ?? Delete ?? ConditionCheck)?.TableName ?? '',
    key: getKey(Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key),
  }));

/** Reads items by a client that counts on no meter. */
async function readItems(
  client: DynamoDBClient,
  addresses: readonly ItemAddress[],
): Promise<ReadonlyMap<string, StoredItem>> {
  const found = new Map<string, StoredItem>();
  let wanted: NonNullable<BatchGetItemCommandInput['RequestItems']> = Object.fromEntries(
    Object.entries(Object.groupBy(addresses, ({ table }) => table)).map(([table, all = []]) => [
      table,
      { ConsistentRead: true, Keys: all.map(({ key }) => key) },
    ]),
  );
  while (Object.keys(wanted).length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetItemCommand({ RequestItems: wanted }),
    );
    for (const [table, items] of Object.entries(Responses))
      for (const item of items) found.set(formatAddress(table, item), item);
    wanted = UnprocessedKeys;
  }
  return found;
}

/** What the keys of a batch cost for which there is no item. */
function countAbsentKeys({ RequestItems = {} }: BatchGetCommandInput, output: BatchGetCommandOutput): number {
  return Object.entries(RequestItems).reduce((units, [table, { Keys = [], ConsistentRead }]) => {
    const answered = output.Responses?.[table]?.length ?? 0;
    const left = output.UnprocessedKeys?.[table]?.Keys?.length ?? 0;
    return units + (Keys.length - answered - left) * (ConsistentRead ? 1 : 0.5);
  }, 0);
}

/** What a query costs that finds nothing. */
const countEmptyQuery = ({ ConsistentRead }: QueryCommandInput, output: QueryCommandOutput): number =>
  output.ConsumedCapacity?.CapacityUnits === 0 ? (ConsistentRead ? 1 : 0.5) : 0;

/**
 * Has meters count what DynamoDB charges, until the returned function is called or the document client is reset. The items
 * of a transaction are read before and after it, by a client of its own that counts on no meter.
 *
 * @param config where that client connects, if not where the document client does
 */
export function correctUnits(config: DynamoDBClientConfig = {}): () => void {
  const client = documentClient();
  const sendAsBefore = client.send;
  const send = client.send.bind(client) as (...args: readonly unknown[]) => Promise<unknown>;
  const timeouts = { connectionTimeout: 1_000, requestTimeout: 3_000 * getTimeoutFactor() };
  const reader = new DynamoDBClient({ maxAttempts: 1, requestHandler: timeouts, ...config });
  // Where the items can't be read, the transaction says what is wrong, or DynamoDB Local's own figure stays.
  const read = (addresses: readonly ItemAddress[]) => readItems(reader, addresses).catch(() => undefined);
  const sendTransaction = async (meter: Meter, command: TransactWriteCommand): Promise<unknown> => {
    const addresses = listAddresses(command.input);
    const before = await read(addresses);
    const output = (await send(command)) as TransactWriteCommandOutput;
    const after = before && (await read(addresses));
    if (!after) return output;
    for (const { CapacityUnits = 0 } of output.ConsumedCapacity ?? []) meter.writeUnits -= CapacityUnits;
    for (const { table, key } of addresses) {
      const address = formatAddress(table, key);
      const write = { before: before.get(address), after: after.get(address) };
      meter.writeUnits += computeWriteUnits(write, { inTransaction: true });
    }
    return output;
  };
  const sendCorrected = async (command: unknown, ...options: readonly unknown[]): Promise<unknown> => {
    const meter = currentMeter();
    if (meter && command instanceof TransactWriteCommand) return sendTransaction(meter, command);
    const output = await send(command, ...options);
    if (meter && command instanceof BatchGetCommand)
      meter.readUnits += countAbsentKeys(command.input, output as BatchGetCommandOutput);
    if (meter && command instanceof QueryCommand)
      meter.readUnits += countEmptyQuery(command.input, output as QueryCommandOutput);
    return output;
  };
  client.send = sendCorrected as DynamoDBDocumentClient['send'];
  return () => {
    client.send = sendAsBefore;
    reader.destroy();
  };
}
