// Accepting an invitation to a tenant by the link of its mail.

import type { TenantItem } from '../../../shared/auth/records.ts';
import { listHeldRoles } from '../../../shared/auth/role-ids.ts';
import { tenantByCode } from '../../../shared/auth/tenant-by-code.ts';
import type { UserItem } from '../../../shared/auth/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { findStoredLink, isExpired, removeLink } from '../account/link.ts';
import type { PublicContext } from '../account/password-reset.ts';
import { registerUser } from '../users/register-user.ts';
import { userByName } from '../users/store.ts';
import { assignUserToTenant } from '../users/tenant-roles.ts';
import { auditInvitation } from './administer.ts';
import { formatBound, type InvitationItem, parseBound } from './invitation.ts';
import { invitationById, removeInvitation } from './store.ts';

/** An open invitation with its tenant, and the account that has the address as its name, if there is one. */
export interface OpenInvitation {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly invitation: InvitationItem;
  readonly user: UserItem | undefined;
}

/** Why a link invites to nothing, for whoever has it. Of one that was used, or is not known, nothing more is known. */
export type ClosedInvitation =
  | { readonly reason: 'unknown' }
  | {
      readonly reason: 'expired' | 'replaced' | 'withdrawn' | 'entered' | 'disabled';
      readonly settings: TenantItem;
    };

/** What a link invites to, or why it does not. */
export async function findInvitation(
  platform: PlatformStore,
  token: string,
  now: Date,
): Promise<OpenInvitation | ClosedInvitation> {
  const link = await findStoredLink(platform, token, ['accept-invitation']);
  const named = link && (await tenantByCode(platform, link.of));
  if (!link || !named) return { reason: 'unknown' };
  const { settings } = named;
  const invitation = await invitationById(named.tenant, parseBound(link.bound));
  if (!invitation) return { reason: isExpired(link, now) ? 'expired' : 'withdrawn', settings };
  if (formatBound(invitation) !== link.bound) return { reason: 'replaced', settings };
  if (isExpired(link, now)) return { reason: 'expired', settings };
  const user = await userByName(platform, invitation.email);
  if (user?.disabled) return { reason: 'disabled', settings };
  if (user?.tenants.includes(named.tenant.code)) return { reason: 'entered', settings };
  return { ...named, invitation, user };
}

/**
 * The changes that accept an invitation.
 * @param password of the new account; not used where there is one already
 * @throws Failure 400 with every rule that the password violates
 */
export async function acceptInvitation(
  platform: PlatformStore,
  { tenant, settings, invitation, user }: OpenInvitation,
  { token, password }: { readonly token: string; readonly password: string },
  context: PublicContext,
): Promise<readonly Change[]> {
  const { email, personId } = invitation;
  const id = user?.id ?? context.newId();
  const audit = { ...context, caller: { kind: 'user', subject: id, name: user?.userName ?? email } } as const;
  const assignment = { tenantCode: tenant.code, roles: listHeldRoles(invitation, settings), personId };
  const { changes } = user
    ? await assignUserToTenant(platform, id, assignment, audit)
    : await registerUser(
        platform,
        id,
        { userName: email, email, password, assignments: [assignment] },
        audit,
      );
  return [
    // First, so that whoever sends the form twice is told that it was accepted, and not that the account exists.
    removeInvitation(tenant, invitation),
    removeLink(platform, token),
    ...changes,
    auditInvitation({ tenant, audit }, invitation, undefined),
  ];
}
