// Recognizes a write that fails on its second attempt because the first one succeeded and only its response was lost.
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { documentClient, followsLostResponse } from './client.ts';
import { findTable } from './tables.ts';

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Update = NonNullable<Action['Update']>;
type Item = Readonly<Record<string, unknown>>;

/** Whether the written and the stored value are the same, ignoring undefined members and order. */
const isSame = (written: unknown, found: unknown): boolean =>
  found !== undefined &&
  isDeepStrictEqual(JSON.parse(JSON.stringify(written)), JSON.parse(JSON.stringify(found)));

/**
 * Whether each attribute that `update()` sets or unsets is as the update leaves it (`SET #a = :a, #b = :b REMOVE #c`).
 */
function isUpdateApplied(written: Update, found: Item): boolean {
  const { UpdateExpression = '', ExpressionAttributeNames: names = {} } = written;
  const { ExpressionAttributeValues: values = {} } = written;
  const readAttribute = (alias = '') => found[names[alias] ?? alias];
  const [, sets] = /\bSET (.+?)(?= REMOVE |$)/.exec(UpdateExpression) ?? [];
  const [, unsets] = /\bREMOVE (.+)$/.exec(UpdateExpression) ?? [];
  const isSet = (assignment: string): boolean => {
    const [alias, value = ''] = assignment.split(' = ');
    return isSame(values[value], readAttribute(alias));
  };
  const isUnset = (alias: string): boolean => readAttribute(alias) === undefined;
  return (sets?.split(', ').every(isSet) ?? false) && (unsets?.split(', ').every(isUnset) ?? true);
}

/**
 * Whether `error`, the failed condition of a single write, was caused by an earlier attempt of the same write: the item
 * is exactly as the write leaves it. One read, and only where a response was lost. If somebody else wrote exactly the
 * same, the result is the same.
 */
export async function wasAppliedEarlier({ Put, Update, Delete }: Action, error: unknown): Promise<boolean> {
  if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') return false;
  if (!followsLostResponse(error)) return false;
  const { pk, sk } = Put?.Item ?? (Update ?? Delete)?.Key ?? {};
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: findTable(String(pk)), Key: { pk, sk }, ConsistentRead: true }),
  );
  if (Delete) return Item === undefined;
  if (Item === undefined) return false;
  return Put ? isSame(Put.Item, Item) : Update !== undefined && isUpdateApplied(Update, Item);
}
