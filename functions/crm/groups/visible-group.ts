// Who sees a group, and who changes it (docs/interface/groups.md#who-sees-a-group).
import type { Caller } from '../../../shared/auth/access/access.ts';
import { type Change, check } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type GroupRunItem, groupRuns } from '../../../shared/directory/groups/group-filters.ts';
import {
  type GroupMemberItem,
  type GroupPlaceItem,
  groupPlaceKey,
} from '../../../shared/directory/groups/group-members.ts';
import { type GroupRequestItem, groupRequestKey } from '../../../shared/directory/groups/group-requests.ts';
import { type GroupItem, groupKey } from '../../../shared/directory/groups/group-store.ts';
import { findPersonId, isVisible } from '../../../shared/directory/groups/group-visibility.ts';
import { notFound, permissionDenied } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';

const write = 'crm.groups.write';

/** The parts of a request's context by which groups are seen. */
export interface GroupContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
}

/** Checks that a group, of which a request is decided, has the version in If-Match. @throws Failure 412 */
export function checkGroupVersion(
  tenant: TenantStore,
  { id, version }: GroupItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  if (ifMatch === undefined) return [];
  const { condition, onConflict } = ifUnchanged(version, ifMatch);
  return [check(groupKey(tenant, id), condition, onConflict)];
}

/** Whether a caller may change a group and its members. */
export const mayChange = ({ permissions }: Caller, membership: GroupMemberItem | undefined): boolean =>
  membership?.isOwner === true || permissions.has(write);

/** A group with the caller's membership. */
export interface VisibleGroup {
  readonly group: GroupItem;
  readonly membership: GroupMemberItem | undefined;
  /** The caller's request to become a member. */
  readonly request?: GroupRequestItem | undefined;
  /** The comparison of all people with the group's filter, where it has one. */
  readonly run?: GroupRunItem | undefined;
}

/**
 * The group with this id. One round trip.
 * @throws Failure 404 when there is none, or none that this caller sees
 */
export async function requireGroup(context: GroupContext, id: string): Promise<VisibleGroup> {
  const { tenant, caller } = context;
  const groupId = id.toLowerCase();
  const personId = findPersonId(caller);
  const keys: Key<GroupItem | GroupPlaceItem | GroupRequestItem | GroupRunItem>[] = [
    groupKey(tenant, groupId),
    groupRuns.key(tenant, groupId),
    ...(personId === undefined
      ? []
      : [groupPlaceKey(tenant, groupId, personId), groupRequestKey(tenant, groupId, personId)]),
  ];
  const found = await tenant.getMany(keys, { consistent: true });
  const group = found.find((item) => item?.type === 'group');
  const membership = found.find((item) => item?.type === 'group-member');
  const request = found.find((item) => item?.type === 'group-request');
  const run = found.find((item) => item?.type === 'group-run');
  if (!group || !isVisible(caller, { group, membership })) throw notFound('group', id, 'groupId');
  return { group, membership, request, run };
}

/**
 * The group with this id, which the caller changes: an owner, or anybody with the permission.
 * @throws Failure 404, 403
 */
export async function requireOwnGroup(context: GroupContext, id: string): Promise<VisibleGroup> {
  const found = await requireGroup(context, id);
  if (!mayChange(context.caller, found.membership)) throw permissionDenied(write);
  return found;
}
