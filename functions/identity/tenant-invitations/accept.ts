// Accepting an invitation to a tenant by the link of its mail.

import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { listHeldRoles } from '../../../shared/auth/permissions/role-ids.ts';
import { removeFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';
import { type Change, remove } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { emailChangeKey } from '../account/email-change.ts';
import { findStoredLink, isExpired, removeLink } from '../account/link.ts';
import { confirmPassword } from '../account/owner.ts';
import type { PublicContext } from '../account/password-reset.ts';
import type { AccountChange } from '../users/decision.ts';
import { hashNewPassword } from '../users/passwords.ts';
import { registerUser } from '../users/register-user.ts';
import { userByName } from '../users/store.ts';
import { assignUserToTenant } from '../users/tenant-roles.ts';
import { auditInvitation } from './administer.ts';
import { formatBound, type InvitationItem, parseBound } from './invitation.ts';
import { invitationById, removeInvitation } from './store.ts';

/**
 * What a person with the link must do (docs/identity.md#how-an-account-begins-and-goes-on):
 * `nothing` where the address is known to open the account that has it as its name; `choose-password` where there is no account,
 * or one that has no owner yet, as when a tenant's directory made it; `enter-password` where another address opens the account:
 * reading this address does not prove that the account is the reader's.
 */
export type InvitationTask = 'nothing' | 'choose-password' | 'enter-password';

/** An open invitation with its tenant, and the account that has the address as its name, if there is one. */
export interface OpenInvitation {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly invitation: InvitationItem;
  readonly user: UserItem | undefined;
  readonly task: InvitationTask;
}

function decideTask(user: UserItem | undefined, email: string): InvitationTask {
  if (!user?.trustedEmail) return 'choose-password';
  if (foldUserName(user.trustedEmail.address) !== foldUserName(email)) return 'enter-password';
  return user.passwordHash === undefined ? 'choose-password' : 'nothing';
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
  const task = decideTask(user, invitation.email);
  if (user?.tenants.includes(named.tenant.code) && task !== 'choose-password')
    return { reason: 'entered', settings };
  return { ...named, invitation, user, task };
}

/**
 * What an account becomes when its owner accepts the first invitation: the password is theirs, and everything that was prepared
 * for the account before ends (Sudhodanan and Paverd, "Pre-hijacked accounts", 2022, 6).
 */
async function claimAccount(
  platform: PlatformStore,
  {
    settings,
    user,
    email,
  }: { readonly settings: TenantItem; readonly user: UserItem; readonly email: string },
  password: string,
  now: Date,
): Promise<{ readonly account: AccountChange; readonly more: readonly Change[] }> {
  const passwordHash = await hashNewPassword(password, { ...user, email }, [settings], now);
  const isKnown = user.trustedEmail !== undefined;
  return {
    account: {
      set: {
        ...{ email, passwordHash, invitation: undefined },
        ...(!isKnown && { secondFactorSince: undefined }),
        trustedEmail: { address: email, by: 'person' },
      },
      endsSignIns: true,
    },
    more: isKnown ? [] : [removeFactor(platform, user.id), remove(emailChangeKey(platform, user.id))],
  };
}

/**
 * The changes that accept an invitation.
 * @param password the new one of the account, or its own, by what is to be done
 * @throws Failure 400 with every rule that a new password violates, or when it is not that of the account; 429
 */
export async function acceptInvitation(
  platform: PlatformStore,
  found: OpenInvitation,
  { token, password }: { readonly token: string; readonly password: string },
  context: PublicContext & { readonly request: Request },
): Promise<readonly Change[]> {
  const { tenant, settings, invitation, user, task } = found;
  const { email, personId } = invitation;
  const id = user?.id ?? context.newId();
  const audit = { ...context, caller: { kind: 'user', subject: id, name: user?.userName ?? email } } as const;
  const assignment = { tenantCode: tenant.code, roles: listHeldRoles(invitation, settings), personId };
  if (user && task === 'enter-password')
    await confirmPassword(platform, user, password, context.request, context.now, 'password');
  const claimed =
    user && task === 'choose-password'
      ? await claimAccount(platform, { settings, user, email }, password, context.now)
      : undefined;
  const { changes } = user
    ? await assignUserToTenant(platform, id, assignment, audit, undefined, claimed?.account)
    : await registerUser(
        platform,
        id,
        { userName: email, email, password, isConfirmed: true, assignments: [assignment] },
        audit,
      );
  return [
    // First, so that whoever sends the form twice is told that it was accepted, and not that the account exists.
    removeInvitation(tenant, invitation),
    removeLink(platform, token),
    ...changes,
    ...(claimed?.more ?? []),
    auditInvitation({ tenant, audit }, invitation, undefined),
  ];
}
