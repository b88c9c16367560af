// The write units that DynamoDB charges for the write of an item, from the item before and after it.
//
// Sources: the DynamoDB Developer Guide, "DynamoDB item sizes and formats", "Capacity unit consumption for write operations",
// "Using global secondary indexes: write capacity units" and "Capacity management for transactions". What the guide leaves
// open was measured on AWS by others: a transaction doubles the table's part and not that of an index, and a check is charged
// as a write of its item (github.com/nubo-db/dynoxide/pull/188, github.com/paritysuite/dynamodb-conformance/pull/67 and #149).
import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../../shared/data/table-definition.ts';

export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** A write: the item that was there, and the one that is there now; the same item twice for a condition check. */
export interface ItemWrite {
  readonly before?: StoredItem | undefined;
  readonly after?: StoredItem | undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const measureText = (text: string): number => Buffer.byteLength(text);

/** A byte, one per two significant digits before the point and after it, and one for a minus sign. */
function measureNumber(text: string): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = [
    fraction === '' ? whole.replace(/0+$/, '') : whole,
    whole === '' ? fraction.replace(/^0+/, '') : fraction,
  ];
  return 1 + sum(digits.map(({ length }) => Math.ceil(length / 2))) + sign.length;
}

function measureValue({ S, N, B, SS, NS, BS, L, M }: AttributeValue): number {
  if (S !== undefined) return measureText(S);
  if (N !== undefined) return measureNumber(N);
  if (B !== undefined) return B.byteLength;
  if (SS) return sum(SS.map(measureText));
  if (NS) return sum(NS.map(measureNumber));
  if (BS) return sum(BS.map(({ byteLength }) => byteLength));
  // A list or a map takes three bytes, and a further one for each element.
  if (L) return 3 + sum(L.map((value) => 1 + measureValue(value)));
  if (M) return 3 + Object.keys(M).length + measureItem(M);
  // Null and Boolean.
  return 1;
}

/** The size of an item in bytes: of the names of its attributes and of their values. */
export const measureItem = (item: StoredItem): number =>
  sum(Object.entries(item).map(([name, value]) => measureText(name) + measureValue(value)));

/** A unit for each KB begun, and at least one: a write of an item that is not there is charged too. */
const countUnits = (item: StoredItem | undefined): number =>
  Math.max(1, Math.ceil((item ? measureItem(item) : 0) / 1024));

const { partitionKey, sortKey, index, dueIndex } = tableDefinition;
type Index = typeof index | typeof dueIndex;

/** The part of an item that an index has. */
function findEntry(item: StoredItem | undefined, of: Index): StoredItem | undefined {
  if (!item?.[of.partitionKey] || !item[of.sortKey]) return undefined;
  if (of.projection === 'ALL') return item;
  const names: readonly string[] = [partitionKey, sortKey, of.partitionKey, of.sortKey];
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}

/** An entry that moves is deleted and put; one that stays is written once, if it changes. */
function computeIndexUnits(write: ItemWrite, of: Index): number {
  const [before, after] = [findEntry(write.before, of), findEntry(write.after, of)];
  if (!before || !after) return before || after ? countUnits(before ?? after) : 0;
  if (isDeepStrictEqual(before, after)) return 0;
  const moves = [of.partitionKey, of.sortKey].some((name) => !isDeepStrictEqual(before[name], after[name]));
  const units = [countUnits(before), countUnits(after)];
  return moves ? sum(units) : Math.max(...units);
}

/**
 * The units of a write. The larger of the two items counts; in a transaction twice, once to prepare it and once to commit it.
 *
 * @example computeWriteUnits({ after: { pk: { S: 'a' }, sk: { S: 'b' } } }, { inTransaction: true }) // 2
 */
export function computeWriteUnits(write: ItemWrite, { inTransaction = false } = {}): number {
  const units = Math.max(countUnits(write.before), countUnits(write.after));
  return (
    units * (inTransaction ? 2 : 1) + computeIndexUnits(write, index) + computeIndexUnits(write, dueIndex)
  );
}
