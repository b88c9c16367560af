// The table on DynamoDB Local: made once, with the shape that AWS gets.
// Rules: docs/data.md#one-table.
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { createTestTable } from '../../../test/harness/table.ts';
import { createTable } from './table.ts';

const client = new DynamoDBClient();
afterAll(() => client.destroy());

test('the table has pk and sk, a projected index, expiry by ttl and a stream of both images', async () => {
  const { tableName } = await createTestTable({ hasStream: true });
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  expect(table?.KeySchema?.map((key) => key.AttributeName)).toEqual(['pk', 'sk']);
  const [index] = table?.GlobalSecondaryIndexes ?? [];
  expect(index?.IndexName).toBe('gsi1');
  expect(index?.KeySchema?.map((key) => key.AttributeName)).toEqual(['gsi1pk', 'gsi1sk']);
  expect(index?.Projection?.ProjectionType).toBe('ALL');
  expect(table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
  expect(expiry.TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
});

test('an existing table stays unchanged, also by concurrent starts', async () => {
  const name = `twice-${process.pid}`;
  const tables = await Promise.all([createTable(client, name), createTable(client, name)]);
  expect(tables.filter((table) => table.created)).toHaveLength(1);
  expect(await createTable(client, name)).toEqual({ created: false, streamArn: tables[0].streamArn });
});

test('a table with other keys is refused with advice', async () => {
  const name = `foreign-${process.pid}`;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await expect(createTable(client, name)).rejects.toThrow(/npm run reset/);
});
