// Groups and their members: keys, lists and access patterns.
//
// A group is listed by name among all groups, and by a short row among those of the tenant and among public ones, so that each
// caller's list has its own pages and total. A membership is stored with its person, and listed by name in its group.
import { type Change, ifAbsent, put, remove, update } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { IfMatch } from '../http/etag.ts';
import { type CountedList, countedList } from '../lists/counted-list.ts';
import { foldForSort } from '../lists/fold-for-sort.ts';
import { buildSearchEntries, collectWords } from '../search/search-index.ts';
import type { Collection } from './collection.ts';
import { GroupContent } from './group.ts';
import { mergeContent } from './merge.ts';
import { type PersonItem, personSort } from './person-store.ts';
import { buildRecordChanges } from './record-changes.ts';
import type { StoredRecord } from './stored.ts';

/** A stored group. */
export type GroupItem = GroupContent & StoredRecord<'group'>;

/** A group as a list has it that not everybody's groups are in. */
interface GroupRow {
  readonly type: 'group-row';
  readonly groupId: string;
}

/** The membership of a person in a group. */
export interface GroupMemberItem {
  readonly type: 'group-member';
  readonly groupId: string;
  readonly personId: string;
  readonly addedDate: string;
  readonly isOwner?: true;
}

/** A person who asks to become a member of a group, or whose request was refused. It is stored with the person. */
export interface GroupRequestItem {
  readonly type: 'group-request';
  readonly groupId: string;
  readonly personId: string;
  readonly status: 'pending' | 'refused';
  readonly message?: string;
  readonly createdDate: string;
  /** Epoch seconds, for refused ones. */
  readonly ttl?: number;
}

/** How long a refused request says so, in days. */
const REFUSED_DAYS = 90;

/** For whom a list of groups is. */
export type Audience = 'all' | 'tenant' | 'public';
const narrowAudiences = ['tenant', 'public'] as const;

export const groupKey = (tenant: TenantStore, id: string): Key<GroupItem> =>
  tenant.key(`GROUP#${id}`, 'GROUP');
const rowKey = (tenant: TenantStore, id: string, audience: Audience): Key<GroupRow> =>
  tenant.key(`GROUP#${id}`, `LISTED#${audience}`);
export const groupMemberKey = (
  tenant: TenantStore,
  groupId: string,
  personId: string,
): Key<GroupMemberItem> => tenant.key(`PERSON#${personId}`, `GROUP#${groupId}`);

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

/** The changes that write a group, with its places in all lists. */
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
    ...rows,
  ]);
  return changes.flat();
}

/** Where the request of a person to become a member is. */
export const groupRequestKey = (
  tenant: TenantStore,
  groupId: string,
  personId: string,
): Key<GroupRequestItem> => tenant.key(`PERSON#${personId}`, `GROUP-REQUEST#${groupId}`);

/** The pending requests of a group, the oldest first. One query. */
export const listGroupRequests = (tenant: TenantStore, groupId: string): Promise<GroupRequestItem[]> =>
  tenant.queryAll(tenant.listing<GroupRequestItem>(`GROUP-REQUESTS#${groupId}`));

/** The change that stores a pending request. */
export const putGroupRequest = (tenant: TenantStore, request: GroupRequestItem): Change =>
  put(groupRequestKey(tenant, request.groupId, request.personId), request, {
    listed: {
      listing: tenant.listing(`GROUP-REQUESTS#${request.groupId}`),
      sort: `${request.createdDate}#${request.personId}`,
    },
  });

const ifPending = {
  expression: '#status = :pending',
  names: { '#status': 'status' },
  values: { ':pending': 'pending' },
};

/** The change that removes a pending request. */
export const removeGroupRequest = (tenant: TenantStore, request: GroupRequestItem): Change =>
  remove(groupRequestKey(tenant, request.groupId, request.personId), {
    condition: ifPending,
    onConflict: 'retry',
  });

/** The change that refuses a pending request. It leaves the list of the group. */
export const refuseGroupRequest = (
  tenant: TenantStore,
  request: GroupRequestItem,
  receivedAt: Date,
): Change => {
  const { groupId, personId, createdDate } = request;
  const ttl = Math.floor(receivedAt.getTime() / 1000) + REFUSED_DAYS * 86_400;
  return put(
    groupRequestKey(tenant, groupId, personId),
    { type: 'group-request', groupId, personId, status: 'refused', createdDate, ttl },
    { condition: ifPending, onConflict: 'retry' },
  );
};

/**
 * The changes that end the requests of people who become members without them being accepted. Half a read unit each; a request
 * that comes later is refused, because the person is a member.
 */
export async function endGroupRequests(
  tenant: TenantStore,
  groupId: string,
  personIds: readonly string[],
): Promise<Change[]> {
  const keys = personIds.map((id) => groupRequestKey(tenant, groupId, id));
  const found = keys.length === 0 ? [] : await tenant.getMany(keys, { consistent: true });
  return found.flatMap((request, index) => {
    const key = keys[index];
    return request && key ? remove(key) : [];
  });
}

const memberListName = (groupId: string): string => `GROUP-PEOPLE#${groupId}`;

/** The memberships of a group, by the names of the people. */
export const countedMembers = (tenant: TenantStore, groupId: string): CountedList<GroupMemberItem> =>
  countedList(tenant, memberListName(groupId));

/** The memberships of a person, by group. */
export const listGroupsOfPerson = (tenant: TenantStore, personId: string): Promise<GroupMemberItem[]> =>
  tenant.queryAll(tenant.partition<GroupMemberItem>(`PERSON#${personId}`), { beginsWith: 'GROUP#' });

/** The ids of all members of a group, by name. One read unit for some twenty of them. */
export async function listMemberIds(tenant: TenantStore, groupId: string): Promise<string[]> {
  const listing: Partition<GroupMemberItem> = countedMembers(tenant, groupId).listing;
  return (await tenant.queryAll(listing, { only: ['personId'] })).map(({ personId }) => personId);
}

/** Which of these people are members of a group, as lists show it. Half a read unit each. */
export async function pickMembers(
  tenant: TenantStore,
  groupId: string,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tenant.getMany(personIds.map((id) => groupMemberKey(tenant, groupId, id)));
  return new Set(found.flatMap((member) => member?.personId ?? []));
}

/** What becomes of the members of a group. */
export interface MemberUpdate {
  readonly added: readonly PersonItem[];
  /** Who of them, and of the members, become owners, and who no longer is one. */
  readonly owners?: readonly string[];
  readonly formerOwners?: readonly string[];
  readonly removed?: readonly GroupMemberItem[];
}

/** A membership with its place in the list, as it is read. */
type ListedMember = GroupMemberItem & { readonly gsi1sk: string };

/** The changes that add people to a group, remove members, and say who owns it. */
export async function buildMemberChanges(
  tenant: TenantStore,
  groupId: string,
  { added, owners = [], formerOwners = [], removed = [] }: MemberUpdate,
  now: Date,
): Promise<Change[]> {
  const list = countedMembers(tenant, groupId);
  const isNew = new Set(added.map(({ id }) => id));
  const stored = { expression: 'attribute_exists(pk)' };
  const counts = await list.changesFor([
    ...added.map((person) => ({ sort: personSort(person), by: 1 as const })),
    ...removed.map((member) => ({ sort: (member as ListedMember).gsi1sk, by: -1 as const })),
  ]);
  return [
    ...added.map((person) =>
      put<GroupMemberItem>(
        groupMemberKey(tenant, groupId, person.id),
        {
          ...{ type: 'group-member', groupId, personId: person.id, addedDate: now.toISOString() },
          ...(owners.includes(person.id) && { isOwner: true as const }),
        },
        {
          ...{ condition: ifAbsent, onConflict: 'retry' as const },
          listed: { listing: list.listing, sort: personSort(person) },
        },
      ),
    ),
    ...owners
      .filter((id) => !isNew.has(id))
      .map((id) =>
        update(
          groupMemberKey(tenant, groupId, id),
          { set: { isOwner: true } },
          { condition: stored, onConflict: 'retry' },
        ),
      ),
    ...formerOwners.map((id) =>
      update(
        groupMemberKey(tenant, groupId, id),
        { unset: ['isOwner'] },
        { condition: stored, onConflict: 'retry' },
      ),
    ),
    ...removed.map((member) =>
      remove(groupMemberKey(tenant, groupId, member.personId), {
        condition: {
          expression: '#at = :at',
          names: { '#at': 'gsi1sk' },
          values: { ':at': (member as ListedMember).gsi1sk },
        },
        onConflict: 'retry',
      }),
    ),
    ...counts,
  ];
}

/** An item that may be listed in a counted list, as a merge or an erasure reads it. */
interface MaybeListed {
  readonly type?: string;
  readonly groupId?: unknown;
  readonly gsi1sk?: unknown;
}

/** The changes of the count of a group's members when memberships are removed, and others written. */
export async function countMembers(
  tenant: TenantStore,
  removed: readonly MaybeListed[],
  written: readonly MaybeListed[] = [],
): Promise<Change[]> {
  const toDeltas = (items: readonly MaybeListed[], by: 1 | -1) =>
    items.flatMap(({ type, groupId, gsi1sk }) =>
      type === 'group-member' ? [{ groupId: String(groupId), sort: String(gsi1sk), by }] : [],
    );
  const deltas = Map.groupBy([...toDeltas(removed, -1), ...toDeltas(written, 1)], ({ groupId }) => groupId);
  const changes = [...deltas].map(([groupId, own]) => countedMembers(tenant, groupId).changesFor(own));
  return (await Promise.all(changes)).flat();
}
