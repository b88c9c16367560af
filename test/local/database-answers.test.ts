// What our code relies on in DynamoDB, asked of DynamoDB Local: a version that answers otherwise is noticed here first.
// Source: the DynamoDB Developer Guide, "Quotas", "Constraints" and "Transactions: how it works".
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestTable } from '../harness/table.ts';

const client = new DynamoDBClient();
afterAll(() => client.destroy());

let TableName: string;
beforeAll(async () => {
  ({ tableName: TableName } = await createTestTable());
});

const KB = 1024;
const key = (pk: string, sk = 'a') => ({ pk: { S: pk }, sk: { S: sk } });
/** An item of so many bytes: the names of its attributes and their values count (Developer Guide, "Item sizes"). */
const itemOf = (bytes: number, pk = 'size') => ({
  ...key(pk),
  v: { S: 'x'.repeat(bytes - 'pkskv'.length - pk.length - 1) },
});
const putTogether = (items: readonly Record<string, { S: string }>[]) =>
  transact(items.map((Item) => ({ Put: { TableName, Item } })));
const transact = (TransactItems: TransactWriteItem[], ClientRequestToken?: string) =>
  client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }));
const add = (pk: string, n: number): TransactWriteItem => ({
  Update: {
    TableName,
    Key: key(pk),
    UpdateExpression: 'ADD n :n',
    ExpressionAttributeValues: { ':n': { N: String(n) } },
  },
});
const keys = (count: number) => Array.from({ length: count }, (_, index) => key(`many-${index}`));

describe('an item', () => {
  test('has at most 400 KB', async () => {
    const put = (bytes: number) => client.send(new PutItemCommand({ TableName, Item: itemOf(bytes) }));
    await put(400 * KB);
    await expect(put(400 * KB + 1)).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Item size has exceeded the maximum allowed size',
    });
  });

  test('that grows beyond 400 KB cancels its transaction with ValidationError', async () => {
    await client.send(new PutItemCommand({ TableName, Item: itemOf(300 * KB) }));
    const grow = {
      TableName,
      Key: key('size'),
      UpdateExpression: 'SET w = :w',
      ExpressionAttributeValues: { ':w': { S: 'y'.repeat(101 * KB) } },
    };
    await expect(client.send(new UpdateItemCommand(grow))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(transact([{ Update: grow }])).rejects.toMatchObject({
      CancellationReasons: [
        {
          Code: 'ValidationError',
          Message: 'Item size to update has exceeded the maximum allowed size',
        },
      ],
    });
  });

  test.each([
    ['a partition key', 2048, (length: number) => key('x'.repeat(length))],
    ['a sort key', 1024, (length: number) => key('x', 'y'.repeat(length))],
  ])('has %s of at most %i bytes', async (_, most, build) => {
    const put = (length: number) => client.send(new PutItemCommand({ TableName, Item: build(length) }));
    await put(most);
    await expect(put(most + 1)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('a transaction', () => {
  test('has at most 100 items', async () => {
    await putTogether(keys(100));
    await expect(putTogether(keys(101))).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('has at most 4 MB', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, index) => itemOf(399 * KB, `big-${index}`));
    await putTogether(items(10));
    await expect(putTogether(items(11))).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('whose condition fails names the reason of each item, with the present item where it is asked for', async () => {
    await putTogether([key('there')]);
    await expect(
      transact([
        add('other', 1),
        {
          Put: {
            TableName,
            Item: key('there'),
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ]),
    ).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: key('there') }],
    });
  });

  test('takes an item once', async () => {
    await expect(transact([add('twice', 1), add('twice', 1)])).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  test('with the token of an earlier one is not executed again, and refused with other items', async () => {
    await transact([add('counter', 1)], 'token-1');
    await transact([add('counter', 1)], 'token-1');
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: key('counter') }));
    expect(Item?.n).toEqual({ N: '1' });
    await expect(transact([add('counter', 2)], 'token-1')).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  test('at the same time as 40 others on the same items loses nothing', async () => {
    await Promise.all(Array.from({ length: 40 }, () => transact([add('hot-1', 1), add('hot-2', 1)])));
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: key('hot-1') }));
    expect(Item?.n).toEqual({ N: '40' });
  });
});

describe('consumed capacity', () => {
  const readUnits = async (pk: string, ConsistentRead: boolean) => {
    const input = { TableName, Key: key(pk), ConsistentRead, ReturnConsumedCapacity: 'TOTAL' as const };
    return (await client.send(new GetItemCommand(input))).ConsumedCapacity?.CapacityUnits;
  };

  test('of a read is half a unit per 4 KB begun, twice that when it is consistent, also when nothing is found', async () => {
    await client.send(new PutItemCommand({ TableName, Item: itemOf(4 * KB, 'four') }));
    await client.send(new PutItemCommand({ TableName, Item: itemOf(4 * KB + 1, 'more') }));
    expect(await readUnits('four', false)).toBe(0.5);
    expect(await readUnits('more', false)).toBe(1);
    expect(await readUnits('more', true)).toBe(2);
    expect(await readUnits('nowhere', false)).toBe(0.5);
  });

  test('of a write is a unit per KB begun, and as much for an index that has the item', async () => {
    const writeUnits = async (Item: Record<string, { S: string }>) => {
      const input = { TableName, Item, ReturnConsumedCapacity: 'TOTAL' as const };
      return (await client.send(new PutItemCommand(input))).ConsumedCapacity?.CapacityUnits;
    };
    expect(await writeUnits(itemOf(KB, 'one'))).toBe(1);
    expect(await writeUnits(itemOf(KB + 1, 'two'))).toBe(2);
    const indexed = { ...key('indexed'), gsi1pk: { S: 'g' }, gsi1sk: { S: '1' } };
    expect(await writeUnits(indexed)).toBe(2);
  });

  // Where these fail, DynamoDB Local answers as DynamoDB does, and infra/local/database/correct-units.ts is less to do.
  describe('is not what DynamoDB charges', () => {
    const ReturnConsumedCapacity = 'TOTAL' as const;
    const getUnits = (reply: { ConsumedCapacity?: { CapacityUnits?: number }[] }) =>
      reply.ConsumedCapacity?.map(({ CapacityUnits }) => CapacityUnits);

    test.each([1, 2, 100])('for a transaction: %i puts cost as much as one', async (count) => {
      const TransactItems = keys(count).map((Item) => ({ Put: { TableName, Item } }));
      const input = { TransactItems, ReturnConsumedCapacity };
      expect(getUnits(await client.send(new TransactWriteItemsCommand(input)))).toEqual([2]);
    });

    test('for a write of an index in a transaction, which is doubled', async () => {
      const Item = { ...key('indexed-together'), gsi1pk: { S: 'g' }, gsi1sk: { S: '1' } };
      const input = { TransactItems: [{ Put: { TableName, Item } }], ReturnConsumedCapacity };
      expect(getUnits(await client.send(new TransactWriteItemsCommand(input)))).toEqual([4]);
    });

    test('for a batch and a query that find nothing', async () => {
      const Keys = [key('nowhere-1'), key('nowhere-2')];
      const batch = { RequestItems: { [TableName]: { Keys } }, ReturnConsumedCapacity };
      expect(getUnits(await client.send(new BatchGetItemCommand(batch)))).toEqual([0]);
      const query = new QueryCommand({
        ...{ TableName, ReturnConsumedCapacity },
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'nowhere' } },
      });
      expect((await client.send(query)).ConsumedCapacity?.CapacityUnits).toBe(0);
    });
  });
});

describe('many items', () => {
  test('are read 100 and written 25 at a time', async () => {
    const read = (count: number) =>
      client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys(count) } } }));
    const write = (count: number) =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: { [TableName]: keys(count).map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
    await read(100);
    await write(25);
    await expect(read(101)).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(write(26)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('are queried in pages of 1 MB', async () => {
    for (let index = 0; index < 6; index += 1)
      await client.send(
        new PutItemCommand({
          TableName,
          Item: { ...key('page', `k${index}`), v: { S: 'x'.repeat(300 * KB) } },
        }),
      );
    const { Count, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'page' } },
      }),
    );
    expect([Count, LastEvaluatedKey]).toEqual([4, key('page', 'k3')]);
  });

  test('are in an index as soon as they are written, and no index is read consistently', async () => {
    await client.send(
      new PutItemCommand({
        TableName,
        Item: { ...key('new'), gsi1pk: { S: 'at-once' }, gsi1sk: { S: '1' } },
      }),
    );
    const query = (ConsistentRead: boolean) =>
      client.send(
        new QueryCommand({
          TableName,
          IndexName: 'gsi1',
          ConsistentRead,
          KeyConditionExpression: 'gsi1pk = :pk',
          ExpressionAttributeValues: { ':pk': { S: 'at-once' } },
        }),
      );
    expect((await query(false)).Count).toBe(1);
    await expect(query(true)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
