// The members of a group as a list of people, with the filters of people (docs/interface/groups.md#people-of-a-group).
import { seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  countedMembers,
  listMemberIds,
  pickMembers,
} from '../../../../shared/directory/groups/group-members.ts';
import type { PersonEntry } from '../../../../shared/directory/people/person-entries.ts';
import { countedPeople, type PersonItem } from '../../../../shared/directory/people/person-store.ts';
import {
  loadCountedPage,
  type PageRequest,
  type TotaledPage,
  takePage,
} from '../../../../shared/lists/page.ts';
import type { Direction } from '../../../../shared/lists/sort.ts';
import {
  loadEntries,
  type PeopleFilter,
  type PeopleSort,
  selectEntries,
  toEntry,
} from '../../../../shared/people-filter/people-filter.ts';
import { findPeopleSearch } from '../../people/find-terms.ts';
import { loadIndexedCandidates } from '../../people/load-candidates.ts';
import { searchEntries } from '../../people/search-entries.ts';
import { loadPeople } from '../present.ts';

/** Which members a list shows, and in which order. */
export interface MemberRequest extends PageRequest {
  readonly sortBy: PeopleSort;
  readonly sortDirection: Direction;
  readonly filter: PeopleFilter;
  readonly searchText: string | undefined;
}

/** An entry takes a thirtieth of a read unit, a person by id half a unit. */
const ENTRIES_PER_PERSON = 15;

/** The short entries of all members, by whichever way costs less: one by one, or among those of all people. */
export async function loadMemberEntries(tenant: TenantStore, groupId: string): Promise<PersonEntry[]> {
  const [members, everybody] = await Promise.all([
    countedMembers(tenant, groupId).total(),
    countedPeople(tenant).total(),
  ]);
  if (members * ENTRIES_PER_PERSON <= everybody + 100 * ENTRIES_PER_PERSON) {
    const people = await loadPeople(tenant, await listMemberIds(tenant, groupId));
    return people.map((person) => toEntry(tenant, person));
  }
  const [ids, entries] = await Promise.all([listMemberIds(tenant, groupId), loadEntries(tenant)]);
  const isMember = new Set(ids);
  return entries.filter(({ id }) => isMember.has(id));
}

async function keepMembers(
  tenant: TenantStore,
  groupId: string,
  entries: readonly PersonEntry[],
): Promise<PersonEntry[]> {
  const members = await pickMembers(
    tenant,
    groupId,
    entries.map(({ id }) => id),
  );
  return entries.filter(({ id }) => members.has(id));
}

/** The entries among which a request selects. */
async function loadCandidates(
  context: Parameters<typeof seesEmails>[0] & { readonly tenant: TenantStore },
  groupId: string,
  { searchText: text, filter, sortBy }: MemberRequest,
): Promise<PersonEntry[]> {
  const { tenant } = context;
  if (text !== undefined) {
    const { index, terms } = findPeopleSearch(text, seesEmails(context));
    return keepMembers(tenant, groupId, await searchEntries(tenant, index, terms));
  }
  const indexed = await loadIndexedCandidates(tenant, filter, sortBy);
  return indexed ? keepMembers(tenant, groupId, indexed) : loadMemberEntries(tenant, groupId);
}

const isFiltered = ({ searchText, filter }: MemberRequest): boolean =>
  searchText !== undefined ||
  filter.rules.flat().some(({ selectedValues }) => selectedValues.some((value) => value !== ''));

/** A page of the members of a group. Without a filter and by name it costs the same in any group. */
export async function loadMemberPage(
  context: Parameters<typeof loadCandidates>[0],
  groupId: string,
  request: MemberRequest,
): Promise<TotaledPage<PersonItem>> {
  const { tenant } = context;
  if (!isFiltered(request) && request.sortBy === 'name') {
    const { items, total } = await loadCountedPage(countedMembers(tenant, groupId), request);
    return {
      items: await loadPeople(
        tenant,
        items.map(({ personId }) => personId),
      ),
      total,
    };
  }
  const selected = selectEntries(await loadCandidates(context, groupId, request), request.filter, request);
  const ids = takePage(selected, request).map(({ id }) => id);
  return { items: await loadPeople(tenant, ids), total: selected.length };
}

/** The number of members that a request selects. */
export async function countMembersBy(
  context: Parameters<typeof loadCandidates>[0],
  groupId: string,
  request: MemberRequest,
): Promise<number> {
  if (!isFiltered(request)) return countedMembers(context.tenant, groupId).total();
  const candidates = await loadCandidates(context, groupId, request);
  return selectEntries(candidates, request.filter, request).length;
}
