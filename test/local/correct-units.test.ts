// Meters count what DynamoDB charges where DynamoDB Local reports other units.
import {
  BatchGetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctUnits } from '../../infra/local/database/correct-units.ts';
import { documentClient } from '../../shared/data/client.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { createTestTable } from '../harness/table.ts';

let TableName: string;
let otherTable: string;
let stop: () => void;
beforeAll(async () => {
  ({ tableName: otherTable } = await createTestTable());
  ({ tableName: TableName } = await createTestTable());
  stop = correctUnits();
});
afterAll(() => stop());

const key = (pk: string) => ({ pk, sk: 'a' });
const listed = { gsi1pk: 'list', gsi1sk: '1' };
const text = (kilobytes: number) => ({ text: 'x'.repeat(kilobytes * 1024 - 100) });

type Sent = PutCommand | BatchGetCommand | QueryCommand | TransactWriteCommand;
async function measure(...commands: readonly Sent[]) {
  const meter = createMeter();
  await runWithMeter(meter, async () => {
    for (const command of commands) await documentClient().send(command as TransactWriteCommand);
  });
  const { roundTrips, readUnits, writeUnits } = meter;
  return { roundTrips, readUnits, writeUnits };
}
const transact = (...TransactItems: NonNullable<TransactWriteCommandInput['TransactItems']>) =>
  new TransactWriteCommand({ TransactItems });
const put = (pk: string, more = {}) => ({ Put: { TableName, Item: { ...key(pk), ...more } } });

test('a transaction costs the sum of its items, as one round trip without reads', async () => {
  const hundred = Array.from({ length: 100 }, (_, index) => put(`many-${index}`));
  expect(await measure(transact(...hundred))).toEqual({ roundTrips: 1, readUnits: 0, writeUnits: 200 });
});

test('each kind of action costs the larger of the items before and after it', async () => {
  await measure(transact(put('shrinks', text(3)), put('goes', text(2)), put('stays', text(4))));
  const shrink = {
    TableName,
    Key: key('shrinks'),
    UpdateExpression: 'REMOVE #text',
    ExpressionAttributeNames: { '#text': 'text' },
  };
  const check = { TableName, Key: key('stays'), ConditionExpression: 'attribute_exists(pk)' };
  const actions = transact(
    { Update: shrink },
    { Delete: { TableName, Key: key('goes') } },
    { ConditionCheck: check },
    put('comes', listed),
    { Put: { TableName: otherTable, Item: key('elsewhere') } },
  );
  expect((await measure(actions)).writeUnits).toBe(2 * 3 + 2 * 2 + 2 * 4 + (2 + 1) + 2);
});

test('a single write costs what DynamoDB Local reports', async () => {
  const Item = { ...key('single'), ...listed };
  expect((await measure(new PutCommand({ TableName, Item }))).writeUnits).toBe(2);
});

test('a transaction that is refused counts as a round trip alone', async () => {
  const refused = { ...put('refused').Put, ConditionExpression: 'attribute_exists(pk)' };
  const meter = createMeter();
  await expect(
    runWithMeter(meter, () => documentClient().send(transact(put('refused-too'), { Put: refused }))),
  ).rejects.toMatchObject({ name: 'TransactionCanceledException' });
  expect([meter.roundTrips, meter.writeUnits]).toEqual([1, 0]);
});

test('keys of a batch and queries that find nothing cost as much as an item', async () => {
  await measure(transact(put('there')));
  const Keys = ['there', 'absent-1', 'absent-2'].map(key);
  const read = (ConsistentRead: boolean) =>
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead } } });
  const query = (pk: string, ConsistentRead: boolean) =>
    new QueryCommand({
      ...{ TableName, ConsistentRead },
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    });
  expect((await measure(read(false))).readUnits).toBe(1.5);
  expect((await measure(read(true))).readUnits).toBe(3);
  expect((await measure(query('absent', false), query('there', false))).readUnits).toBe(1);
  expect((await measure(query('absent', true), query('there', true))).readUnits).toBe(2);
});
