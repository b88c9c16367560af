// Groups: keys, lists and access patterns.
//
// A group is listed by name among all groups, and by a short row among those of the tenant and among public ones, so that each
// caller's list has its own pages and total.
import { type Change, put, remove } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import type { IfMatch } from '../../http/etag.ts';
import { type CountedList, countedList } from '../../lists/counted-list.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { buildSearchEntries, collectWords } from '../../search/search-index.ts';
import { mergeContent } from '../record/merge.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { Collection } from '../writing/collection.ts';
import { buildRecordChanges } from '../writing/record-changes.ts';
import { GroupContent } from './group.ts';
import { buildFilterChanges } from './group-filters.ts';

/** A stored group. */
export type GroupItem = GroupContent & StoredRecord<'group'>;

/** A group as a list has it that not everybody's groups are in. */
interface GroupRow {
  readonly type: 'group-row';
  readonly groupId: string;
}

/** For whom a list of groups is. */
export type Audience = 'all' | 'tenant' | 'public';
const narrowAudiences = ['tenant', 'public'] as const;

export const groupKey = (tenant: TenantStore, id: string): Key<GroupItem> =>
  tenant.key(`GROUP#${id}`, 'GROUP');
const rowKey = (tenant: TenantStore, id: string, audience: Audience): Key<GroupRow> =>
  tenant.key(`GROUP#${id}`, `LISTED#${audience}`);

/** The sort text of a group in the order by name. */
export const groupSort = ({ name, id }: Pick<GroupItem, 'name' | 'id'>): string =>
  `${foldForSort(name)}#${id}`;

const groups: Collection<GroupContent, 'group'> = {
  type: 'group',
  schema: GroupContent,
  key: (tenant, { id }) => groupKey(tenant, id),
  listing: (tenant) => tenant.listing<GroupItem>('GROUPS'),
  counted: (tenant) => countedList<GroupItem>(tenant, 'GROUPS'),
  sort: groupSort,
  entries: (tenant, group) =>
    buildSearchEntries(tenant, 'groups', {
      id: group.id,
      sort: groupSort(group),
      words: collectWords([group.name]),
    }),
  merge: mergeContent,
};

/** The groups of an audience, by name: records in the list of all, rows in the others. */
export const countedGroups = (tenant: TenantStore, audience: Audience): CountedList<GroupItem | GroupRow> =>
  countedList(tenant, audience === 'all' ? 'GROUPS' : `GROUPS#${audience}`);

/** Whether an audience finds a group in its list. */
export const isListedFor = (
  { visibility, isActive = true }: Pick<GroupContent, 'visibility' | 'isActive'>,
  audience: Audience,
): boolean =>
  audience === 'all' ||
  (isActive && (visibility === 'public' || (visibility === 'tenant' && audience === 'tenant')));

/** The groups of rows of a list, in their order. No read where the rows are the records. */
export async function loadGroups(
  tenant: TenantStore,
  rows: readonly (GroupItem | GroupRow)[],
): Promise<GroupItem[]> {
  const ids = rows.flatMap((row) => (row.type === 'group-row' ? [row.groupId] : []));
  const found = new Map((await groupsById(tenant, ids)).map((group) => [group.id, group]));
  return rows.flatMap((row) => (row.type === 'group' ? row : (found.get(row.groupId) ?? [])));
}

/** The groups with these ids that exist, in their order. Half a read unit each. */
export async function groupsById(tenant: TenantStore, ids: readonly string[]): Promise<GroupItem[]> {
  const found = ids.length === 0 ? [] : await tenant.getMany(ids.map((id) => groupKey(tenant, id)));
  return found.filter((group) => group !== undefined);
}

/** The changes that write a group, with its places in all lists, and its filter. */
export async function buildGroupChanges(
  tenant: TenantStore,
  { before, after }: { readonly before: GroupItem | undefined; readonly after: GroupItem },
  ifMatch?: IfMatch,
): Promise<Change[]> {
  const rows = narrowAudiences.map(async (audience) => {
    const from = before && isListedFor(before, audience) ? groupSort(before) : undefined;
    const to = isListedFor(after, audience) ? groupSort(after) : undefined;
    if (from === to) return [];
    const list = countedGroups(tenant, audience);
    const key = rowKey(tenant, after.id, audience);
    const row = { type: 'group-row' as const, groupId: after.id };
    return [
      to === undefined ? remove(key) : put(key, row, { listed: { listing: list.listing, sort: to } }),
      ...(await list.changesFor([
        ...(from === undefined ? [] : [{ sort: from, by: -1 as const }]),
        ...(to === undefined ? [] : [{ sort: to, by: 1 as const }]),
      ])),
    ];
  });
  const changes = await Promise.all([
    buildRecordChanges(tenant, groups, [{ before, after }], ifMatch),
    buildFilterChanges(tenant, before, after),
    ...rows,
  ]);
  return changes.flat();
}
