// The entries that filters of people have to look at: those of an index where a filter has one, otherwise all
// (docs/interface/crm.md#what-filters-of-people-cost).

import type { TenantStore } from '../../../shared/data/store.ts';
import { listOrganizationPeople } from '../../../shared/directory/organizations/organization-entries.ts';
import { type PersonEntry, personEntryKey } from '../../../shared/directory/people/person-entries.ts';
import { peopleInList } from '../../../shared/directory/people/person-store.ts';
import {
  loadEntries,
  type PeopleFilter,
  type PeopleSort,
  toEntry,
} from '../../../shared/people-filter/people-filter.ts';
import { isGuid } from '../../../shared/values/guid.ts';

/** So many people are read one by one, at half a read unit each; for more, all short entries cost less. */
export const MAX_READ_ALONE = 100;
/** So many people of the chosen organizations are read from their own entries, which cost ten read units. */
export const MAX_OF_ORGANIZATIONS = 500;
export const MAX_ORGANIZATIONS = 10;

/** The values of the rules by a field; none when people are not filtered by it. */
function collectValues({ rules }: Pick<PeopleFilter, 'rules'>, field: string): readonly string[] {
  const own = rules.flat().filter(({ fieldId }) => fieldId === field);
  return [
    ...new Set(own.flatMap(({ selectedValues }) => selectedValues.map((value) => value.toLowerCase()))),
  ].filter((value) => value !== '');
}

/** The people whose users have one of the chosen roles; undefined when people are not filtered by role. */
function listIdsByRoles({ accounts, ...filter }: PeopleFilter): readonly string[] | undefined {
  const chosen = new Set(collectValues(filter, 'roles'));
  if (!accounts || chosen.size === 0) return undefined;
  return [...accounts].flatMap(([id, { roles }]) =>
    roles.some((role) => chosen.has(role.toLowerCase())) ? [id] : [],
  );
}

/** The fields that the entries of an organization have. */
const fieldsOfOrganizationEntries: readonly string[] = ['currentOrganization', 'status', 'peopleids'];

/** The entries of people of these organizations; undefined when they are too many. */
async function loadOfOrganizations(
  tenant: TenantStore,
  ids: readonly string[],
  { rules }: PeopleFilter,
  sortBy: PeopleSort,
): Promise<PersonEntry[] | undefined> {
  const isAnswered =
    sortBy === 'name' &&
    rules
      .flat()
      .every(
        ({ fieldId, selectedValues }) =>
          selectedValues.length === 0 || fieldsOfOrganizationEntries.includes(fieldId),
      );
  const most = isAnswered ? MAX_OF_ORGANIZATIONS : MAX_READ_ALONE;
  const lists = await Promise.all(
    ids.map(async (o) =>
      (await listOrganizationPeople(tenant, o, most + 1)).map((person) => ({ ...person, o })),
    ),
  );
  const found = lists.flat();
  if (found.length > most) return undefined;
  if (isAnswered)
    return found.map(({ sort, ...entry }) => ({ type: 'person-entry', sk: sort, m: '', ...entry }));
  const entries = await tenant.getMany(found.map(({ sort }) => personEntryKey(tenant, sort)));
  return entries.filter((entry) => entry !== undefined);
}

/**
 * The entries among which a filter selects, by name, where an index has them: people chosen by their ids, or by the ids of
 * their organizations. Undefined when only the entries of all people will do.
 */
export async function loadIndexedCandidates(
  tenant: TenantStore,
  filter: PeopleFilter,
  sortBy: PeopleSort,
): Promise<PersonEntry[] | undefined> {
  const chosen = collectValues(filter, 'peopleids');
  const peopleIds = filter.favorites
    ? [...filter.favorites]
    : chosen.length > 0
      ? chosen
      : listIdsByRoles(filter);
  if (peopleIds && peopleIds.length <= MAX_READ_ALONE) {
    const people = await peopleInList(tenant, peopleIds.filter(isGuid));
    return people.flatMap((person) => (person ? [toEntry(tenant, person)] : []));
  }
  const organizations = collectValues(filter, 'currentOrganization');
  // A name is no key: organizations chosen by name are compared with every person's.
  if (organizations.length > 0 && organizations.length <= MAX_ORGANIZATIONS && organizations.every(isGuid)) {
    return loadOfOrganizations(tenant, organizations, filter, sortBy);
  }
  return undefined;
}

/** The entries among which a filter selects: those of an index, or of all people. */
export const loadCandidates = async (
  tenant: TenantStore,
  filter: PeopleFilter,
  sortBy: PeopleSort,
): Promise<PersonEntry[]> => (await loadIndexedCandidates(tenant, filter, sortBy)) ?? loadEntries(tenant);
