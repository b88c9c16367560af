// Filters and sorts people by their short entries (docs/interface/lists.md#filter-rules).
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  buildPersonListEntry,
  isActiveEntry,
  type PersonEntry,
  personEntries,
  personEntryKey,
} from '../../../shared/directory/person-entries.ts';
import { type PersonItem, personSort } from '../../../shared/directory/person-store.ts';
import type { FilterRule } from '../../../shared/lists/filter-rules.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { applyDirection, compareTexts, type Direction } from '../../../shared/lists/sort.ts';
import type { SearchIndex } from '../../../shared/search/search-index.ts';
import { createGroupsFilter, customField, type RuleGroups, resolveRuleGroups } from '../filter-rules.ts';
import { searchSorts } from '../search.ts';

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
type PeopleRuleField = (typeof peopleFilterFields)[number];
type PeopleFilterField = PeopleRuleField | typeof customField;

/** The orders of people. */
export type PeopleSort = 'name' | 'organization' | 'updated';

/** Which people are asked for. */
export interface PeopleFilter {
  readonly rules: RuleGroups<PeopleRuleField>;
  /** Only active people, or only others; all by default. */
  readonly isActive?: boolean | undefined;
  /** The day on which people are active or not: YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
}

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

/**
 * The rules of a request (see resolveRuleGroups).
 * @throws Failure VALIDATION_ERROR for an unknown or inactive custom field
 */
export const resolveRules = (
  tenant: TenantStore,
  sent: readonly FilterRule[],
  target = 'filterBody.filterRules',
): Promise<RuleGroups<PeopleRuleField>> =>
  resolveRuleGroups(tenant, sent, { owner: 'people', builtIn: peopleFilterFields, target });

/** Whether an entry passes a filter. */
function createFilter({ rules, isActive, today }: PeopleFilter): (entry: PersonEntry) => boolean {
  const passes = createGroupsFilter(rules, (entry: PersonEntry, field: PeopleFilterField) =>
    getValues(entry, field, today),
  );
  return (entry) => (isActive === undefined || isActiveEntry(entry, today) === isActive) && passes(entry);
}

/** The short entry of a person who was read. */
export const toEntry = (tenant: TenantStore, person: PersonItem): PersonEntry => ({
  ...buildPersonListEntry(tenant, person).item,
  sk: personSort(person),
});

/** The people who pass, in their order. */
export function selectPeople(
  tenant: TenantStore,
  people: readonly PersonItem[],
  filter: PeopleFilter,
): PersonItem[] {
  const passes = createFilter(filter);
  return people.filter((person) => passes(toEntry(tenant, person)));
}

/** The entries that pass, in this order; equal ones by name. */
export function selectEntries(
  entries: readonly PersonEntry[],
  filter: PeopleFilter,
  order: { readonly sortBy: PeopleSort; readonly sortDirection: Direction },
): PersonEntry[] {
  const selected = entries.filter(createFilter(filter));
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
  selectEntries(entries, { rules: [], isActive, today }, { sortBy: 'name', sortDirection: 'asc' });

/** The entries of all people: one read unit for about thirty. */
export const loadEntries = (tenant: TenantStore): Promise<PersonEntry[]> =>
  tenant.queryAll(personEntries(tenant));

/** The entries of the first people that a search finds, at half a read unit each. */
export async function searchEntries(
  tenant: TenantStore,
  index: SearchIndex,
  terms: readonly string[],
): Promise<PersonEntry[]> {
  const sorts = await searchSorts(tenant, index, terms);
  const found = await tenant.getMany(sorts.map((sort) => personEntryKey(tenant, sort)));
  return found.filter((entry) => entry !== undefined);
}
