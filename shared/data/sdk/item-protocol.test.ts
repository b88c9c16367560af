// A client with our protocol sends what a client with the SDK's sends, and returns the same values and errors.
import { randomInt } from 'node:crypto';
import {
  type AttributeValue,
  DescribeTableCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  QueryCommand as DocumentQueryCommand,
  GetCommand,
  PutCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectSame, own, success } from '../../../test/machinery/compare-clients.ts';

const seed = process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 16);
const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('B', 'BS', 'S', 'M', 'L', 'N', '__type', 'toJSON', 'constructor', '"', '\u2028', '\\'),
);
const base64 = fc.uint8Array({ maxLength: 8 });
const numbers = fc
  .oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(String);
/** Attribute values of every type, with bytes as `bytes` has them. */
const valuesWith = <Bytes>(bytes: fc.Arbitrary<Bytes>) =>
  fc.letrec<{ value: unknown; map: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ S: fc.string({ unit: 'binary' }) }),
      fc.record({ N: numbers }),
      fc.record({ BOOL: fc.boolean() }),
      fc.record({ NULL: fc.constant(true) }),
      fc.record({ B: bytes }),
      fc.record({ SS: fc.array(fc.string(), { minLength: 1, maxLength: 3 }) }),
      fc.record({ NS: fc.array(numbers, { minLength: 1, maxLength: 3 }) }),
      fc.record({ BS: fc.array(bytes, { minLength: 1, maxLength: 3 }) }),
      fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
      fc.record({ M: tie('map') }),
    ),
    map: fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  })).map;

const sentItems = valuesWith(base64) as fc.Arbitrary<Record<string, AttributeValue>>;
const receivedItems = valuesWith(base64.map((bytes) => Buffer.from(bytes).toString('base64')));

it('sends items of every type as the SDK does', async () => {
  console.log(`items sent: seed ${seed}`);
  for (const Item of fc.sample(sentItems, { numRuns: 1000, seed }))
    await expectSame(() => new PutItemCommand({ TableName: 't', Item }), [success({})], false);
});

it('returns items of every type as the SDK does', async () => {
  console.log(`items received: seed ${seed}`);
  for (const items of fc.sample(fc.array(receivedItems, { maxLength: 3 }), { numRuns: 1000, seed })) {
    const reply = success({
      Items: items,
      Count: items.length,
      ScannedCount: 7,
      LastEvaluatedKey: items[0] ?? null,
      ConsumedCapacity: { TableName: 't', CapacityUnits: 0.5 },
      Unknown: 1,
    });
    await expectSame(() => new QueryCommand({ TableName: 't' }), [reply], false);
  }
});

const document = {
  pk: 'é"\u2028\uD800',
  n: 1.5,
  big: 2 ** 53,
  list: [1, null, { deep: undefined }],
  bytes: new Uint8Array([1, 2]),
  buffer: Buffer.from('x'),
  set: new Set(['a']),
  on: true,
};
const wire = {
  pk: { S: 'x' },
  n: { N: '12' },
  bytes: { B: 'AQI=' },
  list: { L: [{ NULL: true }, { M: { B: { BS: ['AQI='] } } }] },
};
const Key = { pk: 'a', sk: 'b' };
const TableName = 't';
const commands: Readonly<Record<string, readonly [() => object, unknown]>> = {
  get: [
    () => new GetCommand({ TableName, Key, ConsistentRead: true, ProjectionExpression: undefined }),
    { Item: wire },
  ],
  'get nothing': [() => new GetCommand({ TableName, Key }), {}],
  put: [() => new PutCommand({ TableName, Item: document, ConditionExpression: 'a' }), { Attributes: wire }],
  update: [
    () =>
      new UpdateCommand({
        TableName,
        Key,
        ExpressionAttributeValues: { ':a': document, ':b': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    {
      Attributes: wire,
      ItemCollectionMetrics: { ItemCollectionKey: { pk: { S: 'a' } }, SizeEstimateRangeGB: [0, 1] },
    },
  ],
  delete: [() => new DeleteCommand({ TableName, Key }), {}],
  query: [
    () =>
      new DocumentQueryCommand({
        TableName,
        Limit: 3,
        ScanIndexForward: false,
        ExclusiveStartKey: Key,
        ExpressionAttributeValues: { ':p': 'a' },
      }),
    { Items: [wire, wire], Count: 2, ScannedCount: 2, LastEvaluatedKey: { pk: { S: 'a' } } },
  ],
  scan: [() => new ScanCommand({ TableName, Segment: 0, TotalSegments: 2 }), { Items: [], Count: 0 }],
  'batch get': [
    () => new BatchGetCommand({ RequestItems: { t: { Keys: [Key], ConsistentRead: true } } }),
    {
      Responses: { t: [wire] },
      UnprocessedKeys: { t: { Keys: [{ pk: { S: 'a' } }] } },
      ConsumedCapacity: [{ TableName, CapacityUnits: 1 }],
    },
  ],
  'batch write': [
    () =>
      new BatchWriteCommand({
        RequestItems: { t: [{ PutRequest: { Item: document } }, { DeleteRequest: { Key } }] },
      }),
    { UnprocessedItems: { t: [{ PutRequest: { Item: wire } }] } },
  ],
  'transact get': [
    () => new TransactGetCommand({ TransactItems: [{ Get: { TableName, Key } }] }),
    { Responses: [{ Item: wire }, {}] },
  ],
  'transact write': [
    () =>
      new TransactWriteCommand({
        ClientRequestToken: 'token',
        TransactItems: [
          { Put: { TableName, Item: document } },
          { Delete: { TableName, Key } },
          { ConditionCheck: { TableName, Key, ConditionExpression: 'a' } },
        ],
      }),
    {},
  ],
};

it.each(Object.entries(commands))('%s: sends and returns what the SDK does', async (_, [command, body]) => {
  await expectSame(command, [success(body)]);
});

it('gives a transaction without a token one that stays the same when it is repeated', async () => {
  const broken = { statusCode: 500, body: '{}' };
  const command = new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key } }] });
  const { sent } = (await own.run(command, [broken, success({})])) as {
    sent: { body: { ClientRequestToken: string } }[];
  };
  const tokens = sent.map(({ body }) => body.ClientRequestToken);
  expect(tokens[0]).toMatch(/^[\da-f-]{36}$/);
  expect(tokens).toEqual([tokens[0], tokens[0]]);
});

it('refuses an operation that is not for items', async () => {
  await expect(own.run(new DescribeTableCommand({ TableName }), [success({})], false)).resolves.toMatchObject(
    {
      result: {
        message:
          "DescribeTable is not an operation for items: use a client with the SDK's own configuration.",
      },
    },
  );
});
