// The groups that a caller sees, by name: the list of the audience, and the caller's own groups that it does not have.
import { listGroupsOfPerson } from '../../../shared/directory/groups/group-members.ts';
import {
  countedGroups,
  type GroupItem,
  groupSort,
  groupsById,
  isListedFor,
  loadGroups,
} from '../../../shared/directory/groups/group-store.ts';
import { findPersonId, isVisible, toAudience } from '../../../shared/directory/groups/group-visibility.ts';
import type { CountedList } from '../../../shared/lists/counted-list.ts';
import { type PageRequest, type TotaledPage, takePage } from '../../../shared/lists/page.ts';
import { applyDirection, compareTexts, type Direction } from '../../../shared/lists/sort.ts';
import { collectWords } from '../../../shared/search/search-index.ts';
import { searchSorts } from '../lists/search.ts';
import type { GroupContext } from './visible-group.ts';

const byName = (a: GroupItem, b: GroupItem): number => compareTexts(groupSort(a), groupSort(b));

/** The groups that the caller sees only as a member, by name. One query, and half a read unit for each own group. */
async function loadOwn(context: GroupContext): Promise<GroupItem[]> {
  const { tenant, caller } = context;
  const personId = findPersonId(caller);
  const audience = toAudience(caller);
  if (audience === 'all' || personId === undefined) return [];
  const memberships = await listGroupsOfPerson(tenant, personId);
  const groups = await groupsById(
    tenant,
    memberships.map(({ groupId }) => groupId),
  );
  return groups
    .filter((group) => {
      const membership = memberships.find(({ groupId }) => groupId === group.id);
      return !isListedFor(group, audience) && isVisible(caller, { group, membership });
    })
    .toSorted(byName);
}

/** The rows of a counted list from one position to before another. */
async function readRows<T>(list: CountedList<T>, from: number, to: number): Promise<readonly T[]> {
  const pageSize = to - from;
  if (pageSize <= 0) return [];
  const first = Math.floor(from / pageSize);
  const numbers = [...new Set([first, Math.floor((to - 1) / pageSize)])];
  const pages = await Promise.all(numbers.map((pageIndex) => list.page({ pageIndex, pageSize })));
  return pages.flatMap(({ items }) => items).slice(from - first * pageSize, to - first * pageSize);
}

/**
 * The groups from one position to before another among those of the audience and further ones. A row's position differs by at
 * most the number of further ones, so only these rows are read in addition.
 */
async function readMerged(
  context: GroupContext,
  further: readonly GroupItem[],
  [start, end]: readonly [number, number],
): Promise<GroupItem[]> {
  const { tenant, caller } = context;
  const list = countedGroups(tenant, toAudience(caller));
  const from = Math.max(0, start - further.length);
  const groups = await loadGroups(tenant, await readRows(list, from, end));
  const [first] = groups;
  const before =
    from === 0 ? 0 : further.filter((group) => first !== undefined && byName(group, first) < 0).length;
  const merged = [...groups, ...further.slice(before)].toSorted(byName);
  const offset = from + before;
  return merged.slice(start - offset, end - offset);
}

/** The number of groups that the caller sees. */
export async function countGroups(context: GroupContext): Promise<number> {
  const [own, total] = await Promise.all([
    loadOwn(context),
    countedGroups(context.tenant, toAudience(context.caller)).total(),
  ]);
  return own.length + total;
}

/** A page of the groups that the caller sees. */
export async function loadGroupPage(
  context: GroupContext,
  { page, pageSize, sortDirection }: PageRequest & { readonly sortDirection: Direction },
): Promise<TotaledPage<GroupItem>> {
  const [own, listed] = await Promise.all([
    loadOwn(context),
    countedGroups(context.tenant, toAudience(context.caller)).total(),
  ]);
  const total = own.length + listed;
  const start = (page - 1) * pageSize;
  const end = Math.min(total, start + pageSize);
  if (start >= end) return { items: [], total };
  const range = sortDirection === 'asc' ? ([start, end] as const) : ([total - end, total - start] as const);
  return { items: applyDirection(await readMerged(context, own, range), sortDirection), total };
}

/** The groups with these words in their names that the caller sees, among the first 500 that a search finds. */
async function findGroups(context: GroupContext, searchText: string): Promise<GroupItem[]> {
  const { tenant, caller } = context;
  const personId = findPersonId(caller);
  const [sorts, memberships] = await Promise.all([
    searchSorts(tenant, 'groups', collectWords([searchText])),
    personId === undefined ? [] : listGroupsOfPerson(tenant, personId),
  ]);
  const ids = sorts.map((sort) => sort.slice(sort.lastIndexOf('#') + 1));
  return (await groupsById(tenant, ids)).filter((group) =>
    isVisible(caller, { group, membership: memberships.find(({ groupId }) => groupId === group.id) }),
  );
}

/** A page of the groups that a search finds. */
export async function searchGroupPage(
  context: GroupContext,
  searchText: string,
  { sortDirection, ...page }: PageRequest & { readonly sortDirection: Direction },
): Promise<TotaledPage<GroupItem>> {
  const found = applyDirection((await findGroups(context, searchText)).toSorted(byName), sortDirection);
  return { items: takePage(found, page), total: found.length };
}

/** The number of groups that a search finds. */
export const countFoundGroups = async (context: GroupContext, searchText: string): Promise<number> =>
  (await findGroups(context, searchText)).length;
