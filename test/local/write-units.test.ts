// The rule of write units agrees with what DynamoDB Local reports for single writes, of random items.
import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeWriteUnits } from '../../infra/local/database/write-units.ts';
import { createTestTable } from '../harness/table.ts';

const client = new DynamoDBClient();
afterAll(() => client.destroy());

let TableName: string;
beforeAll(async () => {
  ({ tableName: TableName } = await createTestTable());
});

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((n) => Number(n.toFixed(3))),
);
const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text.map((S) => ({ S })),
    number.map((n) => ({ N: String(n) })),
    fc.boolean().map((BOOL) => ({ BOOL })),
    fc.constant({ NULL: true }),
    fc.uint8Array({ maxLength: 20 }).map((B) => ({ B })),
    fc.uniqueArray(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 1 }).map((SS) => ({ SS })),
    fc.uniqueArray(fc.integer(), { minLength: 1 }).map((numbers) => ({ NS: numbers.map(String) })),
    fc.array(tie('value')).map((L) => ({ L })),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 9 }), tie('value')).map((M) => ({ M })),
  ),
}));
const key = { pk: { S: 'item' }, sk: { S: '1' } };
const indexKey = fc.constantFrom({ S: 'a' }, { S: 'b' });
/** In no index, in one or in both, as the table's items are. */
const indexKeys = fc.oneof(
  fc.constant({}),
  fc.record({ gsi1pk: indexKey, gsi1sk: indexKey }),
  fc.record({ gsi1pk: indexKey, gsi1sk: indexKey, gsi2pk: indexKey }),
);
const item: fc.Arbitrary<Record<string, AttributeValue>> = fc
  .tuple(indexKeys, fc.array(value, { maxLength: 60 }), fc.nat(1100))
  .map(([keys, L, length]) => ({ ...key, ...keys, v: { L }, pad: { S: 'x'.repeat(length) } }));

test('a put, a put over it and a delete', async () => {
  const input = { TableName, ReturnConsumedCapacity: 'TOTAL' } as const;
  const put = async (Item: Record<string, AttributeValue>) =>
    (await client.send(new PutItemCommand({ ...input, Item }))).ConsumedCapacity?.CapacityUnits;
  const remove = async () =>
    (await client.send(new DeleteItemCommand({ ...input, Key: key }))).ConsumedCapacity?.CapacityUnits;
  await fc.assert(
    fc.asyncProperty(item, item, async (before, after) => {
      await remove();
      expect(await put(before)).toBe(computeWriteUnits({ after: before }));
      expect(await put(after)).toBe(computeWriteUnits({ before, after }));
      expect(await put(after)).toBe(computeWriteUnits({ before: after, after }));
      expect(await remove()).toBe(computeWriteUnits({ before: after }));
      expect(await remove()).toBe(computeWriteUnits({}));
    }),
    { numRuns: 30, seed: 1 },
  );
});
