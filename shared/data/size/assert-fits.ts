// Refuses changes that DynamoDB would not take because of their size: an item, or all of a transaction.
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { Failure } from '../../errors/failure.ts';
import {
  listLargestMembers,
  maxItemBytes,
  maxRecordBytes,
  maxTransactionBytes,
  maxTransactionChanges,
  measureItem,
} from './item-size.ts';

type Item = Readonly<Record<string, unknown>>;

/** What counts of a change. */
export interface SizedChange {
  readonly action: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  readonly isCopy?: boolean;
}

const formatNumber = (count: number): string => count.toLocaleString('en-US');

/** What an item is, in words. */
const nameType = ({ type }: Item): string =>
  typeof type === 'string' ? type.replaceAll('-', ' ') : 'record';

/** So many of the largest members are named. */
const namedMembers = 5;

/** 422: the item has more bytes than one may have. Its largest members are named, with their bytes. */
export function recordTooLarge(item: Item, limit: number): Failure {
  const what = nameType(item);
  const members = listLargestMembers(item, namedMembers);
  const sizes = members.map(({ name, bytes }) => `${name} ${formatNumber(bytes)}`).join(', ');
  const total = `the ${what} would have ${formatNumber(measureItem(item))} bytes, and may have at most ${formatNumber(limit)}`;
  return new Failure(
    'RECORD_TOO_LARGE',
    `T${total.slice(1)}.${sizes && ` Its largest members, in bytes: ${sizes}.`}`,
    {
      target: members[0]?.name,
      details: members.map(({ name, bytes }) => ({
        code: 'OUT_OF_RANGE',
        target: name,
        message: `${name} has ${formatNumber(bytes)} bytes; ${total}.`,
      })),
    },
  );
}

/** What most of the changes write, with their numbers. */
function describeMost(changes: readonly SizedChange[]): string {
  const groups = Map.groupBy(changes, ({ action: { Put } }) => (Put?.Item ? nameType(Put.Item) : undefined));
  groups.delete(undefined);
  const most = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, 3);
  return most.map(([type, { length }]) => `${type} ${length}`).join(', ');
}

/** 422: more changes than one transaction takes. */
function tooManyChanges(changes: readonly SizedChange[], count: number): Failure {
  const most = describeMost(changes);
  return new Failure(
    'TRANSACTION_TOO_LARGE',
    `The request changes ${formatNumber(count)} items at once, and at most ${maxTransactionChanges} can be changed together.${most && ` Most of them are: ${most}.`}`,
  );
}

/** 422: more bytes than one transaction takes. */
export const transactionTooLarge = (bytes: number): Failure =>
  new Failure(
    'TRANSACTION_TOO_LARGE',
    `The request changes items of ${formatNumber(bytes)} bytes at once, and at most ${formatNumber(maxTransactionBytes)} can be changed together.`,
  );

/** Whether changes failed because of their size, so that another try fails as well. */
export const isSizeFailure = (error: unknown): error is Failure =>
  error instanceof Failure && (error.code === 'RECORD_TOO_LARGE' || error.code === 'TRANSACTION_TOO_LARGE');

/** The bytes that are known of what a change writes: all of a put, and the values of an update. */
function measureChange({ action: { Put, Update } }: SizedChange): number {
  const written = Put?.Item ?? Update?.ExpressionAttributeValues;
  return written ? measureItem(written) : 0;
}

/** Returns the bytes of a change. @throws Failure RECORD_TOO_LARGE */
export function assertItemFits(change: SizedChange): number {
  const bytes = measureChange(change);
  const { Put } = change.action;
  const limit = change.isCopy ? maxItemBytes : maxRecordBytes;
  if (Put?.Item && bytes > limit) throw recordTooLarge(Put.Item, limit);
  return bytes;
}

/**
 * Throws when a transaction of these changes would exceed a limit of DynamoDB. An update counts with its new values only: how
 * large its item becomes is known to DynamoDB alone.
 * @param more how many changes the same transaction will have in addition
 * @throws Failure RECORD_TOO_LARGE for an item, TRANSACTION_TOO_LARGE for all of them
 */
export function assertFits(changes: readonly SizedChange[], more = 0): void {
  const count = changes.length + more;
  if (count > maxTransactionChanges) throw tooManyChanges(changes, count);
  let total = 0;
  for (const change of changes) total += assertItemFits(change);
  if (changes.length > 1 && total > maxTransactionBytes) throw transactionTooLarge(total);
}
