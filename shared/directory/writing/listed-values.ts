// The values that records have in fields with free texts, each once: what drop-down lists offer.
//
// A value is added with the first record that has it, and a record with known values only reads them, so that many records
// can get one tag at the same time. `sweep-listed-values` looks for values that nobody has any more, once a day: it marks them,
// and removes those that are still marked a day later, because a record that is written just then relies on the value.
import {
  type Change,
  type Condition,
  commitUnlessStale,
  ifPresent,
  put,
  remove,
} from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';

/** The fields whose values are listed. */
export const listedFields = [
  'person-tag',
  'person-type',
  'person-title',
  'person-department',
  'organization-tag',
  'organization-type',
  'organization-location',
] as const;
export type ListedField = (typeof listedFields)[number];

/** A value of a record in one of these fields. */
export interface ListedValue {
  readonly field: ListedField;
  readonly value: string;
}

/** A value as it is stored; equal ones in another case are one. */
interface ListedValueItem {
  readonly type: 'listed-value';
  /** In the spelling of the first record. */
  readonly value: string;
  /** Whether no record had it when it was last looked for; it is not listed then. */
  readonly isUnused?: true;
}

/** A transaction has at most a hundred changes. Further new values of one record are listed when it is rebuilt. */
const MAX_NEW_VALUES = 15;

const partitionName = (field: ListedField): string => `VALUES#${field}`;

const valueKey = (tenant: TenantStore, { field, value }: ListedValue): Key<ListedValueItem> =>
  tenant.key(partitionName(field), `${foldForSort(value)}#${value.toLowerCase()}`);

const valuesOf = (tenant: TenantStore, field: ListedField): Partition<ListedValueItem> =>
  tenant.partition(partitionName(field));

const ifUnused: Condition = { expression: 'attribute_exists(isUnused)' };

const putValue = (tenant: TenantStore, listed: ListedValue): Change =>
  put(valueKey(tenant, listed), { type: 'listed-value', value: listed.value });

/** The name of a value, the same in any case. */
export const valueName = ({ field, value }: ListedValue): string => `${field}#${value.toLowerCase()}`;

const distinct = (values: readonly ListedValue[]): ListedValue[] => [
  ...new Map(values.map((listed) => [valueName(listed), listed])).values(),
];

/** The values of a field, in alphabetical order. One read unit for some sixty of them. */
export async function listValues(tenant: TenantStore, field: ListedField): Promise<string[]> {
  return (await tenant.queryAll(valuesOf(tenant, field))).flatMap(({ value, isUnused }) =>
    isUnused ? [] : [value],
  );
}

/** The values that a record has now and did not have before. */
export function selectNewValues(
  before: readonly ListedValue[],
  after: readonly ListedValue[],
): ListedValue[] {
  const known = new Set(before.map(valueName));
  return distinct(after.filter((listed) => !known.has(valueName(listed)))).slice(0, MAX_NEW_VALUES);
}

/** The changes that list these values, as far as they are not listed yet. One read per value, none without values. */
export async function buildValueChanges(
  tenant: TenantStore,
  values: readonly ListedValue[],
): Promise<Change[]> {
  const sought = distinct(values);
  if (sought.length === 0) return [];
  const stored = await tenant.getMany(sought.map((listed) => valueKey(tenant, listed)));
  return sought.flatMap((listed, index) =>
    stored[index] === undefined || stored[index].isUnused ? [putValue(tenant, listed)] : [],
  );
}

/** The change of a value at a sweep, if any: it depends on the value being as it was found. */
function buildSweepChange(tenant: TenantStore, listed: ListedValue, isUsed: boolean, wasUnused: boolean) {
  if (isUsed) return wasUnused ? putValue(tenant, listed) : undefined;
  const at = valueKey(tenant, listed);
  return wasUnused
    ? remove(at, { condition: ifUnused, onConflict: 'retry' })
    : put(
        at,
        { type: 'listed-value', value: listed.value, isUnused: true },
        { condition: ifPresent, onConflict: 'retry' },
      );
}

/**
 * Marks the values that no record has, removes those that were marked before, and unmarks those that are used again.
 * @param loadUsed the names of the values that records have; called after the values were listed, so that one which is listed
 * with its first record just then is not taken for unused
 * @returns whether values were marked, which the next sweep removes
 */
export async function sweepValues(
  tenant: TenantStore,
  loadUsed: () => Promise<ReadonlySet<string>>,
): Promise<boolean> {
  const lists = await Promise.all(
    listedFields.map(async (field) => ({ field, items: await tenant.queryAll(valuesOf(tenant, field)) })),
  );
  const used = await loadUsed();
  let hasUnused = false;
  for (const { field, items } of lists)
    for (const { value, isUnused = false } of items) {
      const listed = { field, value };
      const isUsed = used.has(valueName(listed));
      if (!isUnused && !isUsed) hasUnused = true;
      const change = buildSweepChange(tenant, listed, isUsed, isUnused);
      // Where a record got the value in the meantime, it is no longer marked.
      if (change) await commitUnlessStale([change]);
    }
  return hasUnused;
}
