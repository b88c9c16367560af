// Which keys a request to DynamoDB touches, from the request itself: every operation, the index's keys too.
import type { DatabaseRequest } from '../../../shared/data/client.ts';

type PlainRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is PlainRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toRecord = (value: unknown): PlainRecord => (isRecord(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const indexKey = 'gsi1pk';

/** The partition keys among an item's or a key's attributes. */
const itemKeys = (item: unknown): string[] =>
  ['pk', indexKey].flatMap((name) => {
    const value = toRecord(item)[name];
    return value === undefined ? [] : [String(value)];
  });

/** The partition key in a query's key condition. */
function queryKeys(input: PlainRecord): string[] {
  const value = /^\s*\(?\s*\S+\s*=\s*(:\w+)/.exec(String(input.KeyConditionExpression ?? ''))?.[1];
  const named = value === undefined ? undefined : toRecord(input.ExpressionAttributeValues)[value];
  // A query whose partition cannot be read out of it is reported as touching everything.
  return [named === undefined ? '*' : String(named), ...itemKeys(input.ExclusiveStartKey)];
}

/** An update may move an item in the index: the values it sets there count as touched. */
function updateKeys(input: PlainRecord): string[] {
  const names = toRecord(input.ExpressionAttributeNames);
  const expression = String(input.UpdateExpression ?? '');
  const aliases = [indexKey, ...Object.keys(names).filter((alias) => names[alias] === indexKey)];
  const set = aliases.flatMap((alias) => {
    const value = new RegExp(`(?<![#\\w])${alias}\\s*=\\s*(:\\w+)`).exec(expression)?.[1];
    return value === undefined ? [] : [String(toRecord(input.ExpressionAttributeValues)[value])];
  });
  return [...itemKeys(input.Key), ...set];
}

const actionKeys = (action: unknown): string[] =>
  Object.entries(toRecord(action)).flatMap(([kind, input]) =>
    kind === 'Put'
      ? itemKeys(toRecord(input).Item)
      : kind === 'Update'
        ? updateKeys(toRecord(input))
        : itemKeys(toRecord(input).Key),
  );

const readers: Readonly<Record<string, (input: PlainRecord) => string[]>> = {
  GetItem: ({ Key }) => itemKeys(Key),
  DeleteItem: ({ Key }) => itemKeys(Key),
  PutItem: ({ Item }) => itemKeys(Item),
  UpdateItem: updateKeys,
  Query: queryKeys,
  BatchGetItem: ({ RequestItems }) =>
    Object.values(toRecord(RequestItems)).flatMap((table) => toList(toRecord(table).Keys).flatMap(itemKeys)),
  BatchWriteItem: ({ RequestItems }) =>
    Object.values(toRecord(RequestItems)).flatMap((writes) =>
      toList(writes).flatMap((write) => [
        ...itemKeys(toRecord(toRecord(write).PutRequest).Item),
        ...itemKeys(toRecord(toRecord(write).DeleteRequest).Key),
      ]),
    ),
  TransactWriteItems: ({ TransactItems }) => toList(TransactItems).flatMap(actionKeys),
  TransactGetItems: ({ TransactItems }) => toList(TransactItems).flatMap(actionKeys),
};

/** The partition keys a request touches; `*` for a scan, or anything else that is not bound to a partition. */
export function listTouchedKeys({ operation, input }: DatabaseRequest): readonly string[] {
  const keys = readers[operation]?.(input) ?? ['*'];
  return keys.length > 0 ? keys : ['*'];
}
