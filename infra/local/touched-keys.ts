// Which keys a request to DynamoDB touches, from the request itself: every operation, the index's keys too.
import type { DatabaseRequest } from '../../shared/data/client.ts';

type Record_ = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toRecord = (value: unknown): Record_ => (isRecord(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const indexKey = 'gsi1pk';

/** The partition keys among an item's or a key's attributes. */
const ofItem = (item: unknown): string[] =>
  ['pk', indexKey].flatMap((name) => {
    const value = toRecord(item)[name];
    return value === undefined ? [] : [String(value)];
  });

/** The value that a query's key condition holds the partition key to. */
function ofQuery(input: Record_): string[] {
  const value = /^\s*\(?\s*\S+\s*=\s*(:\w+)/.exec(String(input.KeyConditionExpression ?? ''))?.[1];
  const named = value === undefined ? undefined : toRecord(input.ExpressionAttributeValues)[value];
  // A query whose partition cannot be read out of it is reported as touching everything.
  return [named === undefined ? '*' : String(named), ...ofItem(input.ExclusiveStartKey)];
}

/** An update may move an item in the index: the values it sets there count as touched. */
function ofUpdate(input: Record_): string[] {
  const names = toRecord(input.ExpressionAttributeNames);
  const expression = String(input.UpdateExpression ?? '');
  const aliases = [indexKey, ...Object.keys(names).filter((alias) => names[alias] === indexKey)];
  const set = aliases.flatMap((alias) => {
    const value = new RegExp(`(?<![#\\w])${alias}\\s*=\\s*(:\\w+)`).exec(expression)?.[1];
    return value === undefined ? [] : [String(toRecord(input.ExpressionAttributeValues)[value])];
  });
  return [...ofItem(input.Key), ...set];
}

const ofAction = (action: unknown): string[] =>
  Object.entries(toRecord(action)).flatMap(([kind, input]) =>
    kind === 'Put'
      ? ofItem(toRecord(input).Item)
      : kind === 'Update'
        ? ofUpdate(toRecord(input))
        : ofItem(toRecord(input).Key),
  );

const readers: Readonly<Record<string, (input: Record_) => string[]>> = {
  GetItem: ({ Key }) => ofItem(Key),
  DeleteItem: ({ Key }) => ofItem(Key),
  PutItem: ({ Item }) => ofItem(Item),
  UpdateItem: ofUpdate,
  Query: ofQuery,
  BatchGetItem: ({ RequestItems }) =>
    Object.values(toRecord(RequestItems)).flatMap((table) => toList(toRecord(table).Keys).flatMap(ofItem)),
  BatchWriteItem: ({ RequestItems }) =>
    Object.values(toRecord(RequestItems)).flatMap((writes) =>
      toList(writes).flatMap((write) => [
        ...ofItem(toRecord(toRecord(write).PutRequest).Item),
        ...ofItem(toRecord(toRecord(write).DeleteRequest).Key),
      ]),
    ),
  TransactWriteItems: ({ TransactItems }) => toList(TransactItems).flatMap(ofAction),
  TransactGetItems: ({ TransactItems }) => toList(TransactItems).flatMap(ofAction),
};

/** The partition keys a request touches; `*` for a scan, or anything else that is not bound to a partition. */
export function listTouchedKeys({ operation, input }: DatabaseRequest): readonly string[] {
  const keys = readers[operation]?.(input) ?? ['*'];
  return keys.length > 0 ? keys : ['*'];
}
