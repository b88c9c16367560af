// Changes to items as values: a rule returns them, `commit()` applies all of them in one transaction or none.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { Failure } from '../errors/failure.ts';
import { documentClient } from './client.ts';
import { getRetryDelay, maxRetries } from './contention-retry.ts';
import { chooseDuePartition } from './due-partition.ts';
import { findSizeFailure } from './refused-size.ts';
import { assertFits } from './size/assert-fits.ts';
import type { Key, Partition } from './store.ts';
import { findTable } from './tables.ts';
import { wasAppliedEarlier } from './was-applied-earlier.ts';

/** A DynamoDB condition: the expression and the values of its placeholders. */
export interface Condition {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The item must not exist yet. */
export const ifAbsent: Condition = { expression: 'attribute_not_exists(pk)' };
/** The item must exist. */
export const ifPresent: Condition = { expression: 'attribute_exists(pk)' };
/** These attributes must be as they were read; a rule whose commit fails because of it is run again. */
export const ifSame = <T extends object>(
  item: T,
  names: readonly (keyof T & string)[],
): { readonly condition: Condition; readonly onConflict: 'retry' } => ({
  condition: {
    expression: names.map((name) => `#${name} = :seen_${name}`).join(' AND '),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(names.map((name) => [`:seen_${name}`, item[name]])),
  },
  onConflict: 'retry',
});
/** The item must be at this version. */
export const ifVersion = (version: number): Condition => ({
  expression: '#version = :expectedVersion',
  names: { '#version': 'version' },
  values: { ':expectedVersion': version },
});

/** Thrown when a condition with `onConflict: 'retry'` or `'retryInTurn'` failed: the caller runs its rule again on fresh reads. */
export class StaleRead extends Error {
  override readonly name = 'StaleRead';
  /** Whether the rule takes turns with others: the condition failed because one of them succeeded. */
  readonly isInTurn: boolean;

  constructor({ isInTurn = false }: { readonly isInTurn?: boolean } = {}) {
    super();
    this.isInTurn = isInTurn;
  }
}

/**
 * What a commit does when a change's condition does not hold: throw this failure, or StaleRead so that the rule is run
 * again. `retryInTurn` is for an item that every caller changes one after the other, such as a counter without gaps: whenever
 * one fails another succeeds, so the rule is retried as long as there is time, and not only so many times.
 */
export type OnConflict = Failure | 'retry' | 'retryInTurn';

type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One change of one item, to be committed with others. */
export interface Change {
  readonly action: Action;
  readonly onConflict: OnConflict | undefined;
  /** Whether the item has a copy of a record, and so may be as large as one with a few attributes more. */
  readonly isCopy?: boolean;
}

interface Conditional {
  readonly condition?: Condition;
  readonly onConflict?: OnConflict;
}

const toConditionInput = (condition: Condition | undefined) =>
  condition && {
    ConditionExpression: condition.expression,
    ...(condition.names && { ExpressionAttributeNames: { ...condition.names } }),
    ...(condition.values && { ExpressionAttributeValues: { ...condition.values } }),
  };

/** The position of an item in a listing of the index gsi1. */
export interface ListingPosition {
  readonly listing: Partition<unknown>;
  readonly sort: string;
}

/** The attributes of a listed item; `gsi2pk` where it is also in the index of what is due. */
export interface ListingAttributes {
  readonly gsi1pk: string;
  readonly gsi1sk: string;
  readonly gsi2pk?: string;
}

/** The attributes by which an item is listed, for updates; `put` adds them itself. */
export const listingAttributes = <T>(key: Key<T>, { listing, sort }: ListingPosition): ListingAttributes => ({
  gsi1pk: listing.name,
  gsi1sk: sort,
  ...(listing.due !== undefined && { gsi2pk: chooseDuePartition(listing.due, key.pk) }),
});

/** Writes the whole item at its key. */
export function put<T extends object>(
  key: Key<T>,
  item: T,
  {
    condition,
    onConflict,
    listed,
    isCopy,
  }: Conditional & { readonly listed?: ListingPosition; readonly isCopy?: boolean } = {},
): Change {
  const index = listed && listingAttributes(key, listed);
  return {
    action: {
      Put: {
        TableName: findTable(key.pk),
        Item: { ...item, pk: key.pk, sk: key.sk, ...index },
        ...toConditionInput(condition),
      },
    },
    onConflict,
    ...(isCopy && { isCopy }),
  };
}

/** Writes an item that must not exist yet: the rule is run again when somebody has created it since it was read. */
export const insert = <T extends object>(
  key: Key<T>,
  item: T,
  { listed }: { readonly listed?: ListingPosition } = {},
): Change => put(key, item, { condition: ifAbsent, onConflict: 'retry', ...(listed && { listed }) });

/** Removes the item. */
export const remove = <T>(key: Key<T>, { condition, onConflict }: Conditional = {}): Change => ({
  action: {
    Delete: { TableName: findTable(key.pk), Key: { pk: key.pk, sk: key.sk }, ...toConditionInput(condition) },
  },
  onConflict,
});

/**
 * Changes attributes of an item: `set` replaces, `add` increments numbers, `unset` removes. Top-level attributes only.
 */
export function update<T>(
  key: Key<T>,
  parts: {
    readonly set?: Partial<T> & Record<string, unknown>;
    readonly add?: Readonly<Record<string, number>>;
    readonly unset?: readonly string[];
  },
  { condition, onConflict }: Conditional = {},
): Change {
  const names: Record<string, string> = { ...condition?.names };
  const values: Record<string, unknown> = { ...condition?.values };
  const name = (attribute: string) => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const value = (attribute: string, content: unknown) => {
    values[`:${attribute}`] = content;
    return `:${attribute}`;
  };
  const sets = Object.entries(parts.set ?? {})
    .filter(([, content]) => content !== undefined)
    .map(([attribute, content]) => `${name(attribute)} = ${value(attribute, content)}`);
  const adds = Object.entries(parts.add ?? {}).map(
    ([attribute, amount]) => `${name(attribute)} ${value(attribute, amount)}`,
  );
  const unsets = (parts.unset ?? []).map(name);
  const expression = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
    unsets.length > 0 ? `REMOVE ${unsets.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
  return {
    action: {
      Update: {
        TableName: findTable(key.pk),
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: expression,
        ...(condition && { ConditionExpression: condition.expression }),
        ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      },
    },
    onConflict,
  };
}

/** Writes nothing, but the commit succeeds only if the condition holds. */
export const check = <T>(key: Key<T>, condition: Condition, onConflict: OnConflict): Change => ({
  action: {
    ConditionCheck: {
      TableName: findTable(key.pk),
      Key: { pk: key.pk, sk: key.sk },
      ConditionExpression: condition.expression,
      ...(condition.names && { ExpressionAttributeNames: { ...condition.names } }),
      ...(condition.values && { ExpressionAttributeValues: { ...condition.values } }),
    },
  },
  onConflict,
});

/** Whether a change affects the item at this key. */
export function affectsKey(
  { action: { Put, Update, Delete, ConditionCheck } }: Change,
  key: Key<unknown>,
): boolean {
  const own = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key;
  return own?.pk === key.pk && own?.sk === key.sk;
}

/** The same put or removal of a whole item, with this condition in place of its own. */
export function replaceCondition(
  { action: { Put, Delete }, ...kept }: Change,
  { condition, onConflict }: Required<Conditional>,
): Change {
  const replaced = toConditionInput(condition);
  if (Put)
    return {
      ...kept,
      action: { Put: { TableName: Put.TableName, Item: Put.Item, ...replaced } },
      onConflict,
    };
  if (Delete)
    return { action: { Delete: { TableName: Delete.TableName, Key: Delete.Key, ...replaced } }, onConflict };
  throw new Error('Only a put or a removal of a whole item can get another condition');
}

/** The same change on one more condition, whose placeholders must be its own. */
export function addCondition({ action, ...kept }: Change, more: Condition): Change {
  const extend = <
    A extends {
      readonly ConditionExpression?: string | undefined;
      readonly ExpressionAttributeNames?: Record<string, string> | undefined;
      readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
    },
  >(
    part: A,
  ): A => ({
    ...part,
    ConditionExpression:
      part.ConditionExpression === undefined
        ? more.expression
        : `(${part.ConditionExpression}) AND (${more.expression})`,
    ExpressionAttributeNames: { ...part.ExpressionAttributeNames, ...more.names },
    ExpressionAttributeValues: { ...part.ExpressionAttributeValues, ...more.values },
  });
  const { Put, Update, Delete, ConditionCheck } = action;
  if (Put) return { ...kept, action: { Put: extend(Put) } };
  if (Update) return { ...kept, action: { Update: extend(Update) } };
  if (Delete) return { ...kept, action: { Delete: extend(Delete) } };
  return { ...kept, action: ConditionCheck ? { ConditionCheck: extend(ConditionCheck) } : {} };
}

const throwConflict = (change: Change | undefined): never => {
  if (change?.onConflict instanceof Failure) throw change.onConflict;
  throw new StaleRead({ isInTurn: change?.onConflict === 'retryInTurn' });
};

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** DynamoDB's reasons for a cancelled transaction, in the order of its actions. */
const getCancellationCodes = (error: unknown): readonly string[] =>
  isNamed(error, 'TransactionCanceledException')
    ? ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(
        (r) => r.Code ?? 'None',
      )
    : [];

const contentionCodes = new Set([
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Whether DynamoDB refused only because others were writing the same items at that moment. */
function isContention(error: unknown): boolean {
  const codes = getCancellationCodes(error);
  return (
    isNamed(error, 'TransactionInProgressException') ||
    isNamed(error, 'TransactionConflictException') ||
    (codes.length > 0 && codes.every((code) => contentionCodes.has(code)))
  );
}

/** Whether others change one of the items one after the other. */
const takesTurns = (changes: readonly Change[]): boolean =>
  changes.some(({ onConflict }) => onConflict === 'retryInTurn');

/** A single write that has the same result when the SDK sends it again after a lost response; one with ADD has not. */
function toSingleWrite(changes: readonly Change[]): Change['action'] | undefined {
  const [first, ...more] = changes;
  const action = more.length === 0 ? first?.action : undefined;
  return action?.ConditionCheck || /\bADD /.test(action?.Update?.UpdateExpression ?? '') ? undefined : action;
}

async function sendChanges(changes: readonly Change[], token: string): Promise<void> {
  const action = toSingleWrite(changes);
  if (!action) {
    const TransactItems = changes.map((change) => change.action);
    await documentClient().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
    return;
  }
  const { Put, Update, Delete } = action;
  try {
    if (Put) await documentClient().send(new PutCommand(Put));
    if (Update) await documentClient().send(new UpdateCommand(Update));
    if (Delete) await documentClient().send(new DeleteCommand(Delete));
  } catch (error) {
    if (!(await wasAppliedEarlier(action, error))) throw error;
  }
}

/**
 * Applies all changes (at most 100) in one transaction, or none. A single change is a plain write, at half the cost.
 * Contention is retried with growing delay and jitter; a failed condition is not. Where the changes take turns with others,
 * a transaction that contention cancelled is not repeated as it is, because its reads are stale by then.
 * @throws the change's Failure, or StaleRead, when a condition fails; Failure SERVICE_BUSY after too much contention;
 * RECORD_TOO_LARGE or TRANSACTION_TOO_LARGE when they exceed a limit of DynamoDB (item-size.ts)
 */
export async function commit(changes: readonly Change[]): Promise<void> {
  assertFits(changes);
  // The token stays the same as long as an earlier attempt may still succeed, so that DynamoDB applies it only once.
  let token: string = randomUUID();
  for (let attempt = 0; changes.length > 0; attempt += 1) {
    try {
      return await sendChanges(changes, token);
    } catch (error) {
      const failed = isNamed(error, 'ConditionalCheckFailedException')
        ? 0
        : getCancellationCodes(error).indexOf('ConditionalCheckFailed');
      if (failed >= 0) throwConflict(changes[failed]);
      if (!isContention(error)) throw (await findSizeFailure(changes, error)) ?? error;
      if (isNamed(error, 'TransactionCanceledException') && takesTurns(changes))
        throw new StaleRead({ isInTurn: true });
      if (attempt >= maxRetries) throw new Failure('SERVICE_BUSY', undefined, { cause: error });
      if (isNamed(error, 'TransactionCanceledException')) token = randomUUID();
      await sleep(getRetryDelay(attempt, Math.random()));
    }
  }
}

/** Commits changes, unless others have written first: then nothing happens, and it returns false. */
export async function commitUnlessStale(changes: readonly Change[]): Promise<boolean> {
  try {
    await commit(changes);
    return true;
  } catch (error) {
    if (error instanceof StaleRead) return false;
    throw error;
  }
}
