// The steps of a merge. Each is one transaction that changes what belongs together and writes down what it changed: so a
// merge may stop after any step, and an undo restores exactly what was changed.
import { isDeepStrictEqual } from 'node:util';
import { type Change, put } from '../data/changes.ts';
import type { MergedKind } from '../data/open-merge.ts';
import { measureValue } from '../data/size/item-size.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { contentHash } from '../values/content-hash.ts';
import type { Attributes, Place, StoredItem } from './stored-item.ts';

/** Two records of a kind: references to `from` become references to `into`. */
export interface RecordMove {
  readonly kind: MergedKind;
  readonly from: string;
  readonly into: string;
  /** Holds each step to the state in which the merge was read. */
  readonly guard: Change;
}

/** What a step moved, by type of item, and what it could not. */
export interface StepResult {
  readonly moved: readonly string[];
  readonly failed: readonly string[];
}

/** What a step did to one item. */
export interface MovedItem {
  readonly itemType: string;
  /** Where it was, and where it is; the same unless its key names the record. */
  readonly from: Place;
  readonly to: Place;
  /** The attributes that changed. */
  readonly before: Attributes;
  readonly after: Attributes;
  /** The hashes of new values that are too large to be stored in addition to the former ones. */
  readonly afterHashes?: Readonly<Record<string, string>>;
  /** The counts of an item that became part of an existing one; `before` is then the complete item. */
  readonly added?: Readonly<Record<string, number>>;
  /** The mailing list that lost a member because the other person is on it too. */
  readonly listId?: string;
}

/** A step that was done. */
interface MergeStepItem {
  readonly type: 'merge-step';
  readonly items: readonly MovedItem[];
  /** Epoch seconds, shortly after the merge can no longer be undone. */
  readonly ttl: number;
}

export type StoredStep = MergeStepItem & Place;

const TTL_DAYS = 31;

const stepPartition = ({
  kind,
  from,
}: Pick<RecordMove, 'from'> & { readonly kind: Pick<MergedKind, 'partition'> }): string =>
  `${kind.partition}-MERGE#${from}`;

export const stepKey = (
  tenant: TenantStore,
  move: Pick<RecordMove, 'kind' | 'from'>,
  sort: string,
): Key<MergeStepItem> => tenant.key(stepPartition(move), sort);

/** The steps of merges of organizations that changed what is about a person. */
const mergeStepsOf = (tenant: TenantStore, personId: string): Partition<StoredStep> =>
  tenant.listing(`MERGE-STEPS-OF#${personId}`);

/** The person whom a step concerns: an erasure of that person removes the step. */
function findPerson(items: readonly StoredItem[]): string | undefined {
  const [id] = items.flatMap(
    (item) => (item.type === 'person' ? item.id : (item.personId ?? item.memberId)) ?? [],
  );
  return typeof id === 'string' ? id : undefined;
}

/** Writes down a step that read `found` and moved `items`. */
export function putStep(
  tenant: TenantStore,
  move: Omit<RecordMove, 'guard'>,
  { sort, found, items }: { sort: string; found: readonly StoredItem[]; items: readonly MovedItem[] },
  now: Date,
): Change {
  const personId = move.kind.what === 'organization' ? findPerson(found) : undefined;
  const ttl = Math.ceil(now.getTime() / 1000) + TTL_DAYS * 86_400;
  return put(
    stepKey(tenant, move, sort),
    { type: 'merge-step', items, ttl },
    {
      isCopy: true,
      ...(personId !== undefined && {
        listed: { listing: mergeStepsOf(tenant, personId), sort: `${move.from}#${sort}` },
      }),
    },
  );
}

/** New values of more bytes are stored as their hashes: an undo only compares them. */
const maxStoredValue = 2048;

/** What a step stores of the attributes that it changed: of a list that is nearly as large as an item, the former one only. */
export function pickStoredValues(
  before: Attributes,
  after: Attributes,
): Pick<MovedItem, 'before' | 'after' | 'afterHashes'> {
  const isLarge = (value: unknown): boolean =>
    typeof value === 'object' && measureValue(value) > maxStoredValue;
  const large = Object.entries(after).filter(([, value]) => isLarge(value));
  if (large.length === 0) return { before, after };
  return {
    before,
    after: Object.fromEntries(Object.entries(after).filter(([, value]) => !isLarge(value))),
    afterHashes: Object.fromEntries(large.map(([name, value]) => [name, contentHash(value)])),
  };
}

/** Whether an attribute is as the step left it. */
export const isAsLeft = ({ after, afterHashes }: MovedItem, name: string, value: unknown): boolean => {
  const hash = afterHashes?.[name];
  return hash === undefined ? isDeepStrictEqual(value, after[name]) : contentHash(value) === hash;
};

/** The steps of a merge, the last one first. */
export async function* iterateSteps(
  tenant: TenantStore,
  move: Pick<RecordMove, 'from'> & { readonly kind: Pick<MergedKind, 'partition'> },
): AsyncGenerator<StoredStep> {
  const partition: Partition<StoredStep> = tenant.partition(stepPartition(move));
  for await (const { items } of tenant.queryPages(partition, { backward: true, consistent: true, limit: 25 }))
    yield* items;
}

/** An item in a report of what could not be moved. */
export const describeItem = (item: StoredItem): string =>
  `${item.type ?? 'item'} ${String(item.id ?? item.name ?? item.sk)}`;
