// The change stream reaches a handler in order, once it took it never again, and after a failure from where it failed.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningStream, type StreamOptions, startStream } from '../../infra/local/triggers/streams.ts';
import { createTestTable } from '../harness/table.ts';

const client = new DynamoDBClient();
let folder: string;
let tableName: string;
let streamArn: string;
let running: RunningStream | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-streams-'));
  ({ tableName, streamArn } = await createTestTable({ hasStream: true }));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => client.destroy());

const put = (number: number) =>
  client.send(
    new PutItemCommand({
      TableName: tableName,
      Item: { pk: { S: 'p' }, sk: { S: 's' }, number: { N: `${number}` } },
    }),
  );

const start = (
  handler: StreamOptions['handler'],
  more: Pick<StreamOptions, 'batchSize' | 'filters' | 'log'> = {},
) => {
  running = startStream({
    name: 'test',
    streamArn,
    checkpointFile: join(folder, 'streams.json'),
    handler,
    ...more,
  });
  return running;
};

const numbers = (event: DynamoDBStreamEvent) =>
  event.Records.map((record) => Number(record.dynamodb?.NewImage?.number?.N));

test('changes before and after the start are delivered in order, in the format of Lambda', async () => {
  const events: DynamoDBStreamEvent[] = [];
  await put(1);
  const stream = start(async (event) => void events.push(event));
  await put(2);
  await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk: { S: 'p' }, sk: { S: 's' } } }));
  await stream.caughtUp();
  const records = events.flatMap((event) => event.Records);
  expect(records.map((record) => record.eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
  expect(records[1]).toMatchObject({
    eventSource: 'aws:dynamodb',
    eventSourceARN: streamArn,
    dynamodb: {
      Keys: { pk: { S: 'p' }, sk: { S: 's' } },
      OldImage: { pk: { S: 'p' }, sk: { S: 's' }, number: { N: '1' } },
      NewImage: { pk: { S: 'p' }, sk: { S: 's' }, number: { N: '2' } },
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  });
  expect(records[1]?.dynamodb?.ApproximateCreationDateTime).toBeTypeOf('number');
  expect(records[2]?.dynamodb?.NewImage).toBeUndefined();
});

test('a restart continues after the last processed change', async () => {
  const first: number[] = [];
  await put(1);
  const before = start(async (event) => void first.push(...numbers(event)));
  await before.caughtUp();
  await before.stop();
  await put(2);
  const second: number[] = [];
  await start(async (event) => void second.push(...numbers(event))).caughtUp();
  expect([first, second]).toEqual([[1], [2]]);
});

test('a failed batch is retried from its first failed change, before any later one', async () => {
  for (const number of [1, 2, 3, 4]) await put(number);
  const calls: number[][] = [];
  const lines: string[] = [];
  const stream = start(
    async (event) => {
      calls.push(numbers(event));
      if (calls.length === 1) throw new Error('not now');
      const failed = calls.length === 2 ? event.Records[1]?.dynamodb?.SequenceNumber : undefined;
      return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
    },
    { batchSize: 3, log: (line) => lines.push(line) },
  );
  await stream.caughtUp();
  expect(calls).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [2, 3, 4],
  ]);
  expect(lines).toEqual([
    'test failed on 3 changes and gets them again: Error: not now',
    'test could not take 1 of 3 changes and gets them again',
  ]);
});

test('a handler with filters receives matching changes, and a failure does not block earlier ones', async () => {
  for (const number of [1, 2, 3, 4, 5]) await put(number);
  const matching = { dynamodb: { NewImage: { number: { N: ['2', '4'] } } } };
  const calls: number[][] = [];
  const stream = start(
    async (event) => {
      calls.push(numbers(event));
      const failed = calls.length === 1 ? event.Records[1]?.dynamodb?.SequenceNumber : undefined;
      return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
    },
    { filters: [matching], log: () => undefined },
  );
  await stream.caughtUp();
  expect(calls).toEqual([[2, 4], [4]]);
  await put(6);
  await stream.caughtUp();
  expect(calls).toHaveLength(2);
});

test('the checkpoint of a recreated table is not used', async () => {
  await put(1);
  const before = start(async () => undefined);
  await before.caughtUp();
  await before.stop();
  const checkpoint = await readFile(join(folder, 'streams.json'), 'utf8');
  expect(checkpoint).toContain(streamArn);
  ({ tableName, streamArn } = await createTestTable({ hasStream: true }));
  await put(7);
  const seen: number[] = [];
  await start(async (event) => void seen.push(...numbers(event))).caughtUp();
  expect(seen).toEqual([7]);
});
