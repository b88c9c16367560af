// Groups and their people in the interface's form.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { type EmailViewer, showEmail } from '../../../shared/auth/access/email-visibility.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { countedMembers, type GroupExclusionItem } from '../../../shared/directory/groups/group-members.ts';
import type { GroupRequestItem } from '../../../shared/directory/groups/group-requests.ts';
import type { GroupItem } from '../../../shared/directory/groups/group-store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { type PersonItem, peopleInList } from '../../../shared/directory/people/person-store.ts';
import { type GroupContext, mayChange, type VisibleGroup } from './visible-group.ts';

/**
 * The filter, for those who may change it and read what it is about; when people were last compared with it, for those who read
 * the members.
 */
function presentFilter(caller: Caller, { group: { filterBody }, membership, run }: VisibleGroup) {
  const readsPeople = caller.permissions.has('crm.people.read');
  const problem = run?.problem ?? null;
  return {
    refreshedDate: (readsPeople && filterBody && run?.refreshedDate) || null,
    filter:
      filterBody && readsPeople && mayChange(caller, membership)
        ? {
            ...{ filterBody, problem },
            status:
              problem === null
                ? run?.refreshedDate
                  ? ('current' as const)
                  : ('pending' as const)
                : ('failed' as const),
          }
        : null,
  };
}

/** The group as its members and others see it. */
export const presentGroup = (
  { tenant, caller }: GroupContext,
  { group, membership, request, run }: VisibleGroup,
  memberCount: number,
) => ({
  id: group.id,
  name: group.name,
  title: group.name,
  description: group.description ?? null,
  imageThumbUrl: group.imageThumbUrl ?? null,
  visibility: group.visibility,
  memberCount,
  isMember: membership !== undefined,
  isOwner: membership?.isOwner === true,
  request: membership ? null : (request?.status ?? null),
  ...presentFilter(caller, { group, membership, run }),
  isActive: group.isActive ?? true,
  createdDate: group.createdDate,
  modifiedDate: group.modifiedDate,
  tenantId: tenant.code,
});

/** The number of the members of a group. One query. */
export const countMembersOf = (tenant: TenantStore, { id }: GroupItem): Promise<number> =>
  countedMembers(tenant, id).total();

/** A short view of a person. */
export const presentGroupPerson = (viewer: EmailViewer, { id, email, firstName, lastName }: PersonItem) => ({
  id,
  email: showEmail(viewer, id, email) || null,
  firstName: firstName ?? null,
  lastName: lastName ?? null,
});

/** A request as it is, or as it was decided. */
export const presentRequest = (
  viewer: EmailViewer,
  { groupId, message, createdDate }: GroupRequestItem,
  person: PersonItem,
  status: 'pending' | 'accepted' | 'refused' = 'pending',
) => ({
  groupId,
  person: { ...presentGroupPerson(viewer, person), fullName: displayName(person) },
  status,
  message: message ?? null,
  createdDate,
});

/** Somebody whom the filter of a group does not bring back. */
export const presentExclusion = (
  viewer: EmailViewer,
  { createdDate }: GroupExclusionItem,
  person: PersonItem,
) => ({
  person: { ...presentGroupPerson(viewer, person), fullName: displayName(person) },
  createdDate,
});

/** The people with these ids who exist, in their order. */
export async function loadPeople(tenant: TenantStore, ids: readonly string[]): Promise<PersonItem[]> {
  const found = ids.length === 0 ? [] : await peopleInList(tenant, ids);
  return found.filter((person) => person !== undefined);
}

/** Groups as a list shows them, with their owners where the caller may read people. */
export async function presentGroupViews(
  viewer: EmailViewer & { readonly tenant: TenantStore },
  groups: readonly GroupItem[],
) {
  const ids = viewer.caller.permissions.has('crm.people.read')
    ? [...new Set(groups.flatMap(({ ownerIds }) => ownerIds))]
    : [];
  const owners = new Map((await loadPeople(viewer.tenant, ids)).map((person) => [person.id, person]));
  return groups.map(({ id, name, description, imageThumbUrl, visibility, isActive = true, ownerIds }) => ({
    groupView: {
      ...{ id, title: name, description: description ?? null, imageThumbUrl: imageThumbUrl ?? null },
      ...{ visibility, isActive },
      groupOwners: ownerIds
        .flatMap((ownerId) => owners.get(ownerId) ?? [])
        .map((person) => presentGroupPerson(viewer, person)),
    },
  }));
}
