// Gives a test file a table of its own.
import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../infra/local/database/table.ts';
import { tableDefinition } from '../../shared/data/table-definition.ts';

export interface TestTable {
  readonly tableName: string;
  /** Empty without a stream. */
  readonly streamArn: string;
}

/**
 * Creates an empty table with a random name, by default without a stream, and sets TABLE_NAME; call it in beforeAll.
 */
export async function createTestTable({
  hasStream = false,
  tableName = `test-${randomUUID()}`,
} = {}): Promise<TestTable> {
  const client = new DynamoDBClient();
  try {
    const { streamArn } = await createTable(client, tableName, { hasStream });
    process.env.TABLE_NAME = tableName;
    return { tableName, streamArn };
  } finally {
    client.destroy();
  }
}

/** Turns on the table's stream, which contains only later changes; returns the stream's ARN. */
export async function enableStream(tableName: string): Promise<string> {
  const client = new DynamoDBClient();
  try {
    const { TableDescription: table } = await client.send(
      new UpdateTableCommand({
        TableName: tableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: tableDefinition.stream },
      }),
    );
    if (!table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`);
    return table.LatestStreamArn;
  } finally {
    client.destroy();
  }
}

/** Deletes a table, because the run's database holds everything in memory. */
export async function dropTable(tableName: string): Promise<void> {
  const client = new DynamoDBClient();
  try {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
  } finally {
    client.destroy();
  }
}
