// Writes the group of a request, and its members.
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { GroupContent } from '../../../shared/directory/groups/group.ts';
import {
  buildMemberChanges,
  type GroupMemberItem,
  loadGroupPlaces,
} from '../../../shared/directory/groups/group-members.ts';
import { endGroupRequests } from '../../../shared/directory/groups/group-requests.ts';
import { buildGroupChanges, type GroupItem } from '../../../shared/directory/groups/group-store.ts';
import { findPersonId } from '../../../shared/directory/groups/group-visibility.ts';
import type { PersonItem } from '../../../shared/directory/people/person-store.ts';
import { nextVersion, pickContent } from '../../../shared/directory/record/stored.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { countMembersOf, presentGroup } from './present.ts';
import type { GroupContext, VisibleGroup } from './visible-group.ts';

/** The parts of a request's context that writing a group needs. */
export interface WriteContext extends GroupContext {
  readonly now: Date;
  readonly ifMatch: IfMatch | undefined;
}

/** The memberships of these people in a group, in their order. */
export async function loadMembers(
  tenant: TenantStore,
  groupId: string,
  personIds: readonly string[],
): Promise<(GroupMemberItem | undefined)[]> {
  const places = personIds.length === 0 ? [] : await loadGroupPlaces(tenant, groupId, personIds);
  return places.map((place) => (place?.type === 'group-member' ? place : undefined));
}

/** The group with other content, and the changes that write it. */
export async function changeGroup(
  { tenant, now, ifMatch }: WriteContext,
  before: GroupItem,
  change: Partial<GroupContent>,
): Promise<{ readonly group: GroupItem; readonly changes: Change[] }> {
  const content = { ...pickContent<GroupContent>(GroupContent, before), ...change };
  const group = nextVersion('group', before.id, content, before, now);
  return { group, changes: await buildGroupChanges(tenant, { before, after: group }, ifMatch) };
}

/** Changes a group and answers with it. */
export async function replaceGroup(
  context: WriteContext,
  { group: before, membership, run }: VisibleGroup,
  change: Partial<GroupContent>,
) {
  const { group, changes } = await changeGroup(context, before, change);
  const count = await countMembersOf(context.tenant, group);
  const isSameFilter = isDeepStrictEqual(before.filterBody, group.filterBody);
  const visible = { group, membership, run: isSameFilter ? run : undefined };
  return write(changes, replyWithGroup(context, visible, count));
}

/** The group as this caller sees it, with its version. */
export const replyWithGroup = (context: GroupContext, visible: VisibleGroup, memberCount: number) =>
  ok(presentGroup(context, visible, memberCount), { version: visible.group.version, isComposed: true });

/** The changes that make these people the owners of a group, and how many members that adds. */
export async function buildOwnerChanges(
  { tenant, now }: Pick<WriteContext, 'tenant' | 'now'>,
  { id, ownerIds: before }: Pick<GroupItem, 'id' | 'ownerIds'>,
  owners: readonly PersonItem[],
  isNew = false,
): Promise<{ readonly changes: Change[]; readonly added: number }> {
  const ids = owners.map((owner) => owner.id);
  const members = isNew ? [] : await loadMembers(tenant, id, ids);
  const former = before.filter((owner) => !ids.includes(owner));
  const formerMembers = await loadMembers(tenant, id, former);
  const added = owners.filter((_, index) => members[index] === undefined);
  const ended = isNew
    ? []
    : await endGroupRequests(
        tenant,
        id,
        added.map((person) => person.id),
      );
  const changes = await buildMemberChanges(
    tenant,
    id,
    {
      added,
      owners: ids.filter((_, index) => !members[index]?.isOwner),
      formerOwners: formerMembers.flatMap((member) => (member?.isOwner ? member.personId : [])),
    },
    now,
  );
  return { changes: [...changes, ...ended], added: added.length };
}

/** The membership of the caller after people became owners. */
export function toOwnMembership(
  { caller, now }: Pick<WriteContext, 'caller' | 'now'>,
  group: GroupItem,
  membership: GroupMemberItem | undefined,
): GroupMemberItem | undefined {
  const personId = findPersonId(caller);
  if (personId === undefined) return undefined;
  if (group.ownerIds.includes(personId))
    return {
      ...{ type: 'group-member', groupId: group.id, personId, addedDate: now.toISOString() },
      ...membership,
      isOwner: true,
    };
  if (!membership) return undefined;
  const { isOwner: _, ...plain } = membership;
  return plain;
}
