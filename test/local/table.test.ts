// The table on DynamoDB Local: made once, with the shape that AWS gets.
// Rules: docs/data.md#one-table.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startDynamoDBLocal } from '../../infra/local/database/dynamodb-local.ts';
import { indexDueWork } from '../../infra/local/database/index-due-work.ts';
import { createTable } from '../../infra/local/database/table.ts';
import { followedChangesKind } from '../../shared/change-feed/followers.ts';
import { valuesSweepKind } from '../../shared/change-feed/values-sweep.ts';
import { dueShards, formatDuePartition } from '../../shared/data/due-partition.ts';
import { movedClocks } from '../../shared/schedule/tenant-clock.ts';
import { createTestTable } from '../harness/table.ts';

const client = new DynamoDBClient();
afterAll(() => client.destroy());

test('the table has pk and sk, a projected index, one of what is due, expiry by ttl and a stream of both images', async () => {
  const { tableName } = await createTestTable({ hasStream: true });
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  expect(table?.KeySchema?.map((key) => key.AttributeName)).toEqual(['pk', 'sk']);
  const findIndex = (name: string) =>
    table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === name);
  const index = findIndex('gsi1');
  expect(index?.KeySchema?.map((key) => key.AttributeName)).toEqual(['gsi1pk', 'gsi1sk']);
  expect(index?.Projection?.ProjectionType).toBe('ALL');
  const dueIndex = findIndex('gsi2');
  expect(dueIndex?.KeySchema?.map((key) => key.AttributeName)).toEqual(['gsi2pk', 'gsi1sk']);
  expect(dueIndex?.Projection?.ProjectionType).toBe('KEYS_ONLY');
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

test('a table that DynamoDB Local 1.25.1 wrote keeps its items and gets a stream that version 3 can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-table-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dbPath = join(folder, 'dynamodb');
  await mkdir(dbPath);
  const TableName = 'rostrum';
  const withDatabase = async <T>(work: (client: DynamoDBClient) => Promise<T>): Promise<T> => {
    const database = await startDynamoDBLocal({ dbPath });
    const client = new DynamoDBClient({ endpoint: database.endpoint });
    try {
      return await work(client);
    } finally {
      client.destroy();
      await database.stop();
    }
  };
  const first = await withDatabase(async (client) => {
    const table = await createTable(client, TableName);
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: 'b' } } }));
    return table;
  });
  const file = new DatabaseSync(join(dbPath, 'shared-local-instance.db'));
  // As version 1.25.1 wrote it; since version 3 the names begin with capital letters.
  file.prepare('UPDATE sm SET StreamInfo = ?').run(
    Buffer.from(
      JSON.stringify({
        streamViewType: 'NEW_AND_OLD_IMAGES',
        keySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    ),
  );
  file.close();
  await withDatabase(async (client) => {
    const table = await createTable(client, TableName);
    expect(table.streamArn).not.toBe(first.streamArn);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect([Table?.StreamSpecification?.StreamViewType, Table?.ItemCount]).toEqual(['NEW_AND_OLD_IMAGES', 1]);
  });
});

test('a table of a version without the index of what is due gets it, with what was due, sandboxes and unread changes', async () => {
  // One of its own: that of a whole run did not fill the index within three minutes.
  const database = await startDynamoDBLocal({ inMemory: true });
  onTestFinished(() => database.stop());
  const client = new DynamoDBClient({ endpoint: database.endpoint });
  const TableName = `earlier-${process.pid}`;
  const attributes = ['pk', 'sk', 'gsi1pk', 'gsi1sk'];
  const buildKeys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: attributes.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
      KeySchema: buildKeys('pk', 'sk'),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: buildKeys('gsi1pk', 'gsi1sk'),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const put = (pk: string, rest: Record<string, string | number>) =>
    client.send(
      new PutItemCommand({
        TableName,
        Item: {
          ...{ pk: { S: pk }, sk: { S: 'ONE' } },
          ...Object.fromEntries(
            Object.entries(rest).map(([name, value]) => [
              name,
              typeof value === 'number' ? { N: String(value) } : { S: value },
            ]),
          ),
        },
      }),
    );
  const dueAt = '2026-01-01T00:00:00.000Z#x';
  await put('T#ash#TIMER#a#b', { gsi1pk: 'T#ash#TIMERS', gsi1sk: dueAt });
  await put('T#ash#PERSON#1', { gsi1pk: 'T#ash#PEOPLE', gsi1sk: 'a' });
  await put('T#ash#EVENT-SWEEP', { type: 'event-sweep', place: '1' });
  await put('T#ash#VALUES-SWEEP', { type: 'values-sweep', at: 1 });
  await put('T#elm#VALUES-SWEEP', { type: 'values-sweep' });
  await put('T#ash#TENANT', { type: 'tenant', clockOffsetSeconds: 0 });
  await put('T#elm#TENANT', { type: 'tenant', clockOffsetSeconds: 3600 });
  await createTable(client, TableName, { hasStream: false });
  const findDue = async (kind: string): Promise<unknown[]> => {
    const parts = await Promise.all(
      Array.from({ length: dueShards }, (_, shard) =>
        client.send(
          new QueryCommand({
            TableName,
            IndexName: 'gsi2',
            KeyConditionExpression: 'gsi2pk = :kind',
            ExpressionAttributeValues: { ':kind': { S: formatDuePartition(kind, shard) } },
          }),
        ),
      ),
    );
    return parts.flatMap(({ Items = [] }) => Items.map(({ pk }) => pk?.S));
  };
  expect(await findDue('TIMERS')).toEqual(['T#ash#TIMER#a#b']);
  expect(await findDue(followedChangesKind.listing)).toEqual(['T#ash#EVENT-SWEEP']);
  expect(await findDue(valuesSweepKind.listing)).toEqual(['T#ash#VALUES-SWEEP']);
  expect(await findDue(movedClocks.listing)).toEqual(['T#elm#TENANT']);
  expect(await findDue('PEOPLE')).toEqual([]);
  expect(await indexDueWork(client, TableName)).toBe(0);
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
