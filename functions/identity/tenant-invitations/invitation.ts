// Invitations to a tenant by its own administrators. Whoever has the mail accepts: with an account that has the address as
// its name, or with a new one. Until then nobody learns whether there is such an account, and nothing is changed in it.
import type { SubjectItem, TenantItem } from '../../../shared/auth/accounts/records.ts';
import { listHeldRoles, selectRoleIds } from '../../../shared/auth/permissions/role-ids.ts';
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { linkLifetimes } from '../account/link.ts';

/** A stored invitation. */
export interface InvitationItem extends VersionedRecord {
  readonly type: 'tenant-invitation';
  readonly id: string;
  readonly email: string;
  /** Tells its links from those of an earlier invitation of the address; absent in those that have an id of their own. */
  readonly generation?: string | undefined;
  readonly roles: readonly string[];
  /** The ids that the tenant's own roles had (role-ids.ts). */
  readonly roleIds: SubjectItem['roleIds'];
  readonly personId?: string | undefined;
  /** ISO 8601 UTC. */
  readonly expires: string;
  readonly ttl: number;
}

/** Expired invitations are listed for a month, so that they can be renewed. */
const listedSeconds = 30 * 86_400;

const getExpiry = (now: Date) => {
  const expires = new Date(now.getTime() + linkLifetimes['accept-invitation'] * 1000);
  return { expires: expires.toISOString(), ttl: Math.ceil(expires.getTime() / 1000) + listedSeconds };
};

/** The id of the invitation of an address: an address has one at most, however many are sent at once. */
const invitationId = (settings: Pick<TenantItem, 'id'>, email: string): string =>
  recordId(settings.id, 'tenant-invitation', foldUserName(email));

/**
 * A new invitation.
 * @param generation a random id
 */
export function buildInvitation(
  generation: string,
  input: Pick<InvitationItem, 'email' | 'roles' | 'personId'>,
  settings: TenantItem,
  now: Date,
): InvitationItem {
  const roles = [...new Set(input.roles)];
  const moment = now.toISOString();
  return {
    ...{ type: 'tenant-invitation', id: invitationId(settings, input.email), generation },
    ...{ email: input.email, roles },
    roleIds: selectRoleIds(roles, settings),
    ...(input.personId !== undefined && { personId: input.personId }),
    ...getExpiry(now),
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
}

/** The invitation with another link, valid for as long as a new one. */
export const renewInvitation = (before: InvitationItem, now: Date): InvitationItem => ({
  ...before,
  ...getExpiry(now),
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** What the link of an invitation is bound to: a later version has another link, and so has a later invitation. */
export const formatBound = ({
  id,
  version,
  generation,
}: Pick<InvitationItem, 'id' | 'version' | 'generation'>): string =>
  [id, version, ...(generation === undefined ? [] : [generation])].join('.');

/** The id of the invitation to which a link is bound. */
export const parseBound = (bound: string): string => bound.split('.')[0] ?? '';

/** The sort text of an invitation in the list by address. */
export const invitationSort = ({ email, id }: Pick<InvitationItem, 'email' | 'id'>): string =>
  `${foldUserName(email)}#${id}`;

/** An invitation in the interface's form, without roles that were deleted since. */
export const presentInvitation = (invitation: InvitationItem, settings: TenantItem, now: Date) => ({
  id: invitation.id,
  email: invitation.email,
  roles: listHeldRoles(invitation, settings),
  ...(invitation.personId !== undefined && { personId: invitation.personId }),
  status: Date.parse(invitation.expires) > now.getTime() ? ('open' as const) : ('expired' as const),
  expires: invitation.expires,
  version: invitation.version,
  createdDate: invitation.createdDate,
  modifiedDate: invitation.modifiedDate,
});
