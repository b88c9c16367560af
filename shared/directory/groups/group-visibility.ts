// Who sees a group (docs/interface/groups.md#who-sees-a-group).
import type { Caller } from '../../auth/access/access.ts';
import type { GroupMemberItem } from './group-members.ts';
import { type Audience, type GroupItem, isListedFor } from './group-store.ts';

/** The list of groups that a caller sees, besides the groups whose member the caller is. */
export const toAudience = ({ permissions }: Pick<Caller, 'permissions'>): Audience =>
  permissions.has('crm.groups.write') ? 'all' : permissions.has('crm.groups.read') ? 'tenant' : 'public';

/** The person of a caller, if any. */
export const findPersonId = (caller: Caller): string | undefined =>
  caller.kind === 'anonymous' ? undefined : caller.personId;

/** Whether a caller with this membership sees a group: inactive groups are for those who may change them. */
export function isVisible(
  caller: Caller,
  { group, membership }: { readonly group: GroupItem; readonly membership: GroupMemberItem | undefined },
): boolean {
  if (isListedFor(group, toAudience(caller))) return true;
  return membership !== undefined && ((group.isActive ?? true) || membership.isOwner === true);
}
