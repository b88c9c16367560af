// Filters and sorts people by their short entries (docs/interface/lists.md#filter-rules).
import type { TenantStore } from '../../../shared/data/store.ts';
import { listCustomFields } from '../../../shared/directory/custom-field.ts';
import {
  hashValue,
  isActiveEntry,
  type PersonEntry,
  personEntries,
  personEntryKey,
} from '../../../shared/directory/person-entries.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { createRuleFilter, type FilterRule } from '../../../shared/lists/filter-rules.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { applyDirection, compareTexts, type Direction } from '../../../shared/lists/sort.ts';
import { type SearchIndex, searchIndex } from '../../../shared/search/search-index.ts';

/** The fields by which people are filtered, as existing callers name them. */
export const peopleFilterFields = [
  'positions',
  'departments',
  'personaTypeIds',
  'currentOrganization',
  'status',
  'tags',
  'peopleids',
] as const;
type PeopleFilterField = (typeof peopleFilterFields)[number] | typeof customField;

/** The field of rules by values of custom fields, which entries have as hashes. */
const customField = 'customFields';

/** The orders of people. */
export type PeopleSort = 'name' | 'organization' | 'updated';

/** Which people are asked for. */
export interface PeopleFilter {
  /** Groups of rules, all of which a person passes. */
  readonly rules: readonly (readonly FilterRule<PeopleFilterField>[])[];
  readonly hasDeactivated: boolean;
  /** The day on which people are active or not: YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
}

/** A search finds at most so many people; a longer list is nothing that anybody reads. */
const MAX_FOUND = 500;

const getValues = (
  entry: PersonEntry,
  field: PeopleFilterField,
  today: string,
): readonly (string | undefined)[] => {
  switch (field) {
    case 'positions':
      return entry.p ?? [];
    case 'departments':
      return entry.d ?? [];
    case 'personaTypeIds':
      return entry.pt ?? [];
    case 'currentOrganization':
      return [entry.o, entry.on];
    case 'status':
      return isActiveEntry(entry, today) ? ['Active'] : ['Deactivated', 'Inactive'];
    case 'tags':
      return entry.tg ?? [];
    case 'peopleids':
      return [entry.id];
    case customField:
      return entry.cf ?? [];
  }
};

const isBuiltIn = (field: string): field is (typeof peopleFilterFields)[number] =>
  peopleFilterFields.some((name) => name === field);

/**
 * The rules of a request. One query where there is one by a custom field, none otherwise.
 * @throws Failure VALIDATION_ERROR for a field that the tenant does not have, or that is inactive
 */
export async function resolveRules(
  tenant: TenantStore,
  sent: readonly FilterRule[],
): Promise<readonly (readonly FilterRule<PeopleFilterField>[])[]> {
  const isCustom = sent.some(({ fieldId }) => !isBuiltIn(fieldId));
  const active = new Set(
    (isCustom ? await listCustomFields(tenant, 'people') : []).flatMap(({ id, isActive }) =>
      isActive === false ? [] : [id],
    ),
  );
  throwIfInvalid(
    sent.flatMap(({ fieldId }, index) =>
      isBuiltIn(fieldId) || active.has(fieldId)
        ? []
        : [unknownId('active custom field', fieldId, `filterBody.filterRules[${index}].fieldId`)],
    ),
  );
  const builtIn = sent.flatMap(({ fieldId, selectedValues }) =>
    isBuiltIn(fieldId) ? [{ fieldId, selectedValues }] : [],
  );
  // Rules of one field are alternatives, and different custom fields share the field of the hashes.
  const custom = Map.groupBy(
    sent.filter(({ fieldId }) => !isBuiltIn(fieldId)),
    ({ fieldId }) => fieldId,
  );
  return [
    builtIn,
    ...[...custom].map(([fieldId, rules]) =>
      rules.map(
        ({ selectedValues }): FilterRule<typeof customField> => ({
          fieldId: customField,
          selectedValues: selectedValues.map((value) => hashValue(fieldId, value)),
        }),
      ),
    ),
  ];
}

/** The entries that pass, in this order; equal ones by name. */
export function selectEntries(
  entries: readonly PersonEntry[],
  { rules, hasDeactivated, today }: PeopleFilter,
  order: { readonly sortBy: PeopleSort; readonly sortDirection: Direction },
): PersonEntry[] {
  const filters = rules.flatMap(
    (group) =>
      createRuleFilter(group, (entry: PersonEntry, field: PeopleFilterField) =>
        getValues(entry, field, today),
      ) ?? [],
  );
  const selected = entries.filter(
    (entry) => (hasDeactivated || isActiveEntry(entry, today)) && filters.every((passes) => passes(entry)),
  );
  const getKey: Record<PeopleSort, (entry: PersonEntry) => string> = {
    name: () => '',
    organization: ({ on }) => foldForSort(on ?? ''),
    updated: ({ m }) => m,
  };
  const keyOf = getKey[order.sortBy];
  return applyDirection(
    selected.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)) || compareTexts(a.sk, b.sk)),
    order.sortDirection,
  );
}

/** The entries of people who are active, or of all others, by name. */
export const selectByStatus = (
  entries: readonly PersonEntry[],
  isActive: boolean,
  today: string,
): PersonEntry[] =>
  selectEntries(
    entries,
    {
      rules: [[{ fieldId: 'status', selectedValues: [isActive ? 'Active' : 'Deactivated'] }]],
      hasDeactivated: true,
      today,
    },
    { sortBy: 'name', sortDirection: 'asc' },
  );

/** The entries of all people: one read unit for about thirty. */
export const loadEntries = (tenant: TenantStore): Promise<PersonEntry[]> =>
  tenant.queryAll(personEntries(tenant));

/** The entries of the first people that a search finds, at half a read unit each. */
export async function searchEntries(
  tenant: TenantStore,
  index: SearchIndex,
  terms: readonly string[],
): Promise<PersonEntry[]> {
  const sorts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await searchIndex(tenant, index, terms, { pageSize: MAX_FOUND - sorts.length, cursor });
    sorts.push(...page.sorts);
    cursor = page.next;
    if (cursor === undefined || sorts.length >= MAX_FOUND) break;
  }
  const found = await tenant.getMany(sorts.map((sort) => personEntryKey(tenant, sort)));
  return found.filter((entry) => entry !== undefined);
}
