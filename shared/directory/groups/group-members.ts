// Memberships of groups: keys, lists, and the changes that add and remove people.
//
// A membership is stored with its person, and listed by name in its group. Where a group has a filter, an exclusion stands in the
// place of the membership of somebody who was removed, so that nobody is both.
import { type Change, type Condition, ifAbsent, put, remove, update } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { type CountedList, countedList } from '../../lists/counted-list.ts';
import { type PersonItem, personSort } from '../people/person-store.ts';

/** The membership of a person in a group. */
export interface GroupMemberItem {
  readonly type: 'group-member';
  readonly groupId: string;
  readonly personId: string;
  readonly addedDate: string;
  readonly isOwner?: true;
  /** The person became a member by the filter of the group. */
  readonly byFilter?: true;
  /** Somebody added a person who was a member by the filter. */
  readonly byHand?: true;
}

/** Somebody who was taken out of a group with a filter: the filter does not bring this person back. */
export interface GroupExclusionItem {
  readonly type: 'group-exclusion';
  readonly groupId: string;
  readonly personId: string;
  readonly createdDate: string;
}

/** What a group says about a person. */
export type GroupPlaceItem = GroupMemberItem | GroupExclusionItem;

/** Whether somebody is a member only because of the filter. */
export const isOnlyByFilter = ({ byFilter, byHand, isOwner }: GroupMemberItem): boolean =>
  byFilter === true && !byHand && !isOwner;

export const groupPlaceKey = (tenant: TenantStore, groupId: string, personId: string): Key<GroupPlaceItem> =>
  tenant.key(`PERSON#${personId}`, `GROUP#${groupId}`);

const memberListName = (groupId: string): string => `GROUP-PEOPLE#${groupId}`;

/** The memberships of a group, by the names of the people. */
export const countedMembers = (tenant: TenantStore, groupId: string): CountedList<GroupMemberItem> =>
  countedList(tenant, memberListName(groupId));

/** Who is excluded from a group, the first one first. */
export const groupExclusions = (tenant: TenantStore, groupId: string): Partition<GroupExclusionItem> =>
  tenant.listing(`GROUP-EXCLUSIONS#${groupId}`);

/** The memberships of a person, by group. */
export async function listGroupsOfPerson(tenant: TenantStore, personId: string): Promise<GroupMemberItem[]> {
  const places = tenant.partition<GroupPlaceItem>(`PERSON#${personId}`);
  const found = await tenant.queryAll(places, { beginsWith: 'GROUP#', consistent: true });
  return found.filter((place) => place.type === 'group-member');
}

/** The ids of all members of a group, by name. One read unit for some twenty of them. */
export async function listMemberIds(tenant: TenantStore, groupId: string): Promise<string[]> {
  const listing: Partition<GroupMemberItem> = countedMembers(tenant, groupId).listing;
  return (await tenant.queryAll(listing, { only: ['personId'] })).map(({ personId }) => personId);
}

/** What a group says about these people, in their order. One read unit each. */
export const loadGroupPlaces = (
  tenant: TenantStore,
  groupId: string,
  personIds: readonly string[],
): Promise<(GroupPlaceItem | undefined)[]> =>
  tenant.getMany(
    personIds.map((id) => groupPlaceKey(tenant, groupId, id)),
    { consistent: true },
  );

/** Which of these people are members of a group, as lists show it. Half a read unit each. */
export async function pickMembers(
  tenant: TenantStore,
  groupId: string,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tenant.getMany(personIds.map((id) => groupPlaceKey(tenant, groupId, id)));
  return new Set(found.flatMap((place) => (place?.type === 'group-member' ? place.personId : [])));
}

/** What becomes of the members of a group. */
export interface MemberUpdate {
  readonly added?: readonly PersonItem[];
  /** The people who pass the filter now. Those who are excluded, or are members by now, are left to another look. */
  readonly addedByFilter?: readonly PersonItem[];
  /** The people who pass the filter, and whose exclusion ends. */
  readonly readmitted?: readonly PersonItem[];
  /** Members by the filter whom somebody adds: they stay when they no longer pass it. */
  readonly kept?: readonly GroupMemberItem[];
  /** Members with another name, and whose they are. */
  readonly renamed?: readonly { readonly member: GroupMemberItem; readonly person: PersonItem }[];
  /** Who of them, and of the members, become owners, and who no longer is one. */
  readonly owners?: readonly string[];
  readonly formerOwners?: readonly string[];
  readonly removed?: readonly GroupMemberItem[];
  /** Whether the filter must not bring back who is removed. */
  readonly isExclusion?: boolean;
}

/** A membership with its place in the list, as it is read. */
type ListedMember = GroupMemberItem & { readonly gsi1sk: string };

const toSort = (member: GroupMemberItem): string => (member as ListedMember).gsi1sk;

/** Whether a member stands at another place in the order by name than the person's. */
export const isRenamed = (member: GroupMemberItem, person: PersonItem): boolean =>
  toSort(member) !== personSort(person);

const ifNoMember = {
  expression: 'attribute_not_exists(pk) OR #type = :exclusion',
  names: { '#type': 'type' },
  values: { ':exclusion': 'group-exclusion' },
};
const ifExcluded = {
  expression: '#type = :exclusion',
  names: { '#type': 'type' },
  values: { ':exclusion': 'group-exclusion' },
};
const ifMember = {
  expression: '#type = :member',
  names: { '#type': 'type' },
  values: { ':member': 'group-member' },
};
/** The member must be as it was read: at the same place, by the filter alone or not. */
const ifSameMember = (member: GroupMemberItem): Condition => ({
  expression: isOnlyByFilter(member)
    ? '#at = :at AND attribute_not_exists(#byHand) AND attribute_not_exists(#isOwner)'
    : '#at = :at',
  names: {
    '#at': 'gsi1sk',
    ...(isOnlyByFilter(member) && { '#byHand': 'byHand', '#isOwner': 'isOwner' }),
  },
  values: { ':at': toSort(member) },
});

/** The changes that add people to a group, remove members, and say who owns it. */
export async function buildMemberChanges(
  tenant: TenantStore,
  groupId: string,
  changed: MemberUpdate,
  now: Date,
): Promise<Change[]> {
  const { added = [], addedByFilter = [], readmitted = [], kept = [], renamed = [], removed = [] } = changed;
  const { owners = [], formerOwners = [], isExclusion = false } = changed;
  const list = countedMembers(tenant, groupId);
  const date = now.toISOString();
  const toKey = (personId: string) => groupPlaceKey(tenant, groupId, personId);
  const listAt = (person: PersonItem) => ({ listing: list.listing, sort: personSort(person) });
  const build = (personId: string): GroupMemberItem => ({
    ...{ type: 'group-member', groupId, personId, addedDate: date },
    ...(owners.includes(personId) && { isOwner: true as const }),
  });
  const set = (personId: string, parts: Parameters<typeof update<GroupPlaceItem>>[1]): Change =>
    update(toKey(personId), parts, { condition: ifMember, onConflict: 'retry' });
  const isNew = new Set(added.map(({ id }) => id));
  const counts = await list.changesFor([
    ...[...added, ...addedByFilter, ...readmitted, ...renamed.map(({ person }) => person)].map((person) => ({
      ...{ sort: personSort(person), by: 1 as const },
    })),
    ...[...removed, ...renamed.map(({ member }) => member)].map((member) => ({
      ...{ sort: toSort(member), by: -1 as const },
    })),
  ]);
  return [
    ...added.map((person) =>
      put<GroupPlaceItem>(toKey(person.id), build(person.id), {
        ...{ condition: ifNoMember, onConflict: 'retry', listed: listAt(person) },
      }),
    ),
    ...[...addedByFilter, ...readmitted].map((person) =>
      put<GroupPlaceItem>(
        toKey(person.id),
        { ...build(person.id), byFilter: true },
        {
          condition: readmitted.includes(person) ? ifExcluded : ifAbsent,
          ...{ onConflict: 'retry', listed: listAt(person) },
        },
      ),
    ),
    ...renamed.map(({ member, person }) =>
      put<GroupPlaceItem>(toKey(person.id), member, {
        ...{ condition: ifSameMember(member), onConflict: 'retry', listed: listAt(person) },
      }),
    ),
    ...kept.map(({ personId }) => set(personId, { set: { byHand: true } })),
    ...owners.filter((id) => !isNew.has(id)).map((id) => set(id, { set: { isOwner: true, byHand: true } })),
    ...formerOwners.map((id) => set(id, { unset: ['isOwner'] })),
    ...removed.map((member) => {
      const condition = { condition: ifSameMember(member), onConflict: 'retry' as const };
      const { personId } = member;
      if (!isExclusion) return remove(toKey(personId), condition);
      return put<GroupPlaceItem>(
        toKey(personId),
        { type: 'group-exclusion', groupId, personId, createdDate: date },
        { ...condition, listed: { listing: groupExclusions(tenant, groupId), sort: `${date}#${personId}` } },
      );
    }),
    ...counts,
  ];
}

/** The change that ends an exclusion: the filter decides again. */
export const endExclusion = (tenant: TenantStore, { groupId, personId }: GroupExclusionItem): Change =>
  remove(groupPlaceKey(tenant, groupId, personId), {
    condition: ifExcluded,
    onConflict: 'retry',
  });
