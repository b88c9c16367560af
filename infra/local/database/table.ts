// Makes the table on DynamoDB Local from the definition it shares with AWS.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition as definition } from '../../../shared/data/table-definition.ts';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { indexDueWork } from './index-due-work.ts';

/** A table that exists. */
export interface Table {
  /** False when it existed already. */
  readonly created: boolean;
  /** ARN of its change stream, for the stream trigger; empty when it has none. */
  readonly streamArn: string;
}

export interface TableOptions {
  /**
   * Whether changes are streamed; true by default. DynamoDB Local scans all stream records at every write, so tests
   * that need no stream go without: hundreds of tables would slow each other down.
   */
  readonly hasStream?: boolean;
}

/**
 * Creates the table unless it exists, and enables expiry by `ttl`. Safe to call at every start and from two processes
 * at once.
 *
 * @throws LocalPlatformError when a table of that name has other keys, no index or no stream
 */
export async function createTable(
  client: DynamoDBClient,
  tableName: string,
  { hasStream = true }: TableOptions = {},
): Promise<Table> {
  const found = await describeTable(client, tableName);
  const created = found === undefined && (await createMissingTable(client, tableName, hasStream));
  const table = (found && (await renewStream(client, found))) ?? (await describeTable(client, tableName));
  const streamArn = table?.LatestStreamArn ?? '';
  if (!table || !hasExpectedSchema(table, hasStream)) {
    throw new LocalPlatformError(
      `The table ${tableName} was created by another version and does not match this one: run \`npm run reset\` to empty the data folder, then start again.`,
    );
  }
  await addDueIndex(client, table);
  await enableTimeToLive(client, tableName);
  return { created, streamArn };
}

async function describeTable(
  client: DynamoDBClient,
  tableName: string,
): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/**
 * DynamoDB Local 3 cannot read the stream of a table that version 1 wrote, only its items: such a table gets a new one, and
 * changes that no function had processed when the platform stopped are not in it.
 */
async function renewStream(client: DynamoDBClient, table: TableDescription): Promise<TableDescription> {
  const { TableName, StreamSpecification: stream } = table;
  if (!stream?.StreamEnabled || stream.StreamViewType !== undefined) return table;
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
  const { TableDescription: renewed } = await client.send(
    new UpdateTableCommand({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: definition.stream },
    }),
  );
  return renewed ?? table;
}

async function createMissingTable(
  client: DynamoDBClient,
  tableName: string,
  hasStream: boolean,
): Promise<boolean> {
  const { partitionKey, sortKey } = definition;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        AttributeDefinitions: attributeDefinitions,
        KeySchema: buildKeySchema(partitionKey, sortKey),
        GlobalSecondaryIndexes: [definition.index, definition.dueIndex].map(buildIndex),
        BillingMode: definition.billing,
        ...(hasStream && {
          StreamSpecification: { StreamEnabled: true, StreamViewType: definition.stream },
        }),
      }),
    );
    return true;
  } catch (error) {
    // Another process created the same table first.
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
}

const attributeDefinitions = [
  ...new Set(
    [definition, definition.index, definition.dueIndex].flatMap(({ partitionKey, sortKey }) => [
      partitionKey,
      sortKey,
    ]),
  ),
].map((name) => ({ AttributeName: name, AttributeType: 'S' as const }));

type IndexDefinition = typeof definition.index | typeof definition.dueIndex;

const buildIndex = ({ name, projection, ...keys }: IndexDefinition) => ({
  IndexName: name,
  KeySchema: buildKeySchema(keys.partitionKey, keys.sortKey),
  Projection: { ProjectionType: projection },
});

const hasDueIndex = (table: TableDescription | undefined, status?: 'ACTIVE'): boolean =>
  table?.GlobalSecondaryIndexes?.some(
    ({ IndexName, IndexStatus }) =>
      IndexName === definition.dueIndex.name && (status === undefined || IndexStatus === status),
  ) ?? false;

/** Puts the due work of a table of an earlier version into the index of what is due, which the table gets. */
async function addDueIndex(client: DynamoDBClient, table: TableDescription): Promise<void> {
  const { TableName } = table;
  if (hasDueIndex(table) || TableName === undefined) return;
  // In this order, so that a start that is cut off is repeated as a whole.
  await indexDueWork(client, TableName);
  await client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: attributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: buildIndex(definition.dueIndex) }],
    }),
  );
  while (!hasDueIndex(await describeTable(client, TableName), 'ACTIVE')) await sleep(200);
}

async function enableTimeToLive(client: DynamoDBClient, tableName: string): Promise<void> {
  const { TimeToLiveDescription: now } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: tableName }),
  );
  if (now?.TimeToLiveStatus === 'ENABLED' || now?.TimeToLiveStatus === 'ENABLING') return;
  try {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: definition.timeToLive },
      }),
    );
  } catch (error) {
    // Another process enabled it first.
    if (!(error instanceof Error && error.message.includes('already enabled'))) throw error;
  }
}

function buildKeySchema(partitionKey: string, sortKey: string) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ];
}

function hasExpectedSchema(table: TableDescription, hasStream: boolean): boolean {
  const keys = (schema: TableDescription['KeySchema']) => schema?.map((key) => key.AttributeName).join();
  const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === definition.index.name);
  return (
    keys(table.KeySchema) === keys(buildKeySchema(definition.partitionKey, definition.sortKey)) &&
    keys(index?.KeySchema) ===
      keys(buildKeySchema(definition.index.partitionKey, definition.index.sortKey)) &&
    (!hasStream || table.StreamSpecification?.StreamViewType === definition.stream)
  );
}
