// Gives a test file a table of its own.
import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../infra/local/table.ts';

export interface FreshTable {
  readonly tableName: string;
  /** Empty without a stream. */
  readonly streamArn: string;
}

/** Makes an empty table with a random name, without a stream unless asked for, and sets TABLE_NAME to it. Call it in `beforeAll`. */
export async function freshTable({ hasStream = false } = {}): Promise<FreshTable> {
  const tableName = `test-${randomUUID()}`;
  const client = new DynamoDBClient();
  try {
    const { streamArn } = await createTable(client, tableName, { hasStream });
    process.env.TABLE_NAME = tableName;
    return { tableName, streamArn };
  } finally {
    client.destroy();
  }
}

/** Drops a table: the run's database keeps everything in memory. */
export async function dropTable(tableName: string): Promise<void> {
  const client = new DynamoDBClient();
  try {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
  } finally {
    client.destroy();
  }
}
