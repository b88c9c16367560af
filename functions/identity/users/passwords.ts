// Passwords and invitations as decisions. An invitation ends when a password is set.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import { getMailAddress, type UserItem } from '../../../shared/auth/accounts/users.ts';
import { listGuessableWords } from '../../../shared/auth/passwords/guessable-words.ts';
import {
  findPasswordFaults,
  hashPassword,
  RefusedPassword,
} from '../../../shared/auth/passwords/passwords.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { type AccountChange, type Decision, updateUserEverywhere } from './decision.ts';
import { listTenantAccess, requireUser } from './store.ts';

/**
 * Hashes a valid new password of a user.
 * @param tenants that the user may enter: their names are tried first too
 * @throws Failure 400 with every rule that it violates
 */
export async function hashNewPassword(
  password: string,
  { userName, email }: Pick<UserItem, 'userName' | 'email'>,
  tenants: readonly Pick<TenantItem, 'id' | 'name'>[],
  now: Date,
): Promise<string> {
  const names = [userName, email, ...tenants.flatMap(({ id, name }) => [id, name])];
  const [first, ...others] = await findPasswordFaults(password, userName, listGuessableWords(names, now));
  if (first) throw new RefusedPassword([first, ...others]);
  return hashPassword(password);
}

/** The user with a new password, and what else changes with it, which ends an open invitation. One read for each tenant, in one round trip. */
async function setPassword(
  platform: PlatformStore,
  before: UserItem,
  { password, endsSignIns, set }: AccountChange & { readonly password: string },
  context: AuditContext,
  ifMatch: IfMatch | undefined,
): Promise<Decision> {
  const accesses = await listTenantAccess(platform, before);
  const tenants = accesses.map(({ settings }) => settings);
  const passwordHash = await hashNewPassword(password, before, tenants, context.now);
  const change = { set: { ...set, passwordHash, invitation: undefined }, endsSignIns };
  return updateUserEverywhere(platform, before, change, context, ifMatch, accesses);
}

/** Sets a password, which ends an open invitation and revokes all tokens of the user. @throws Failure 400, 404 */
export async function changePassword(
  platform: PlatformStore,
  userId: string,
  password: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  return replacePassword(platform, await requireUser(platform, userId), password, true, context, ifMatch);
}

/**
 * Replaces the password of a user, which ends an open invitation.
 * @param endsSignIns whether everything in which the person is signed in ends
 * @param set what else changes with it
 * @throws Failure 400
 */
export async function replacePassword(
  platform: PlatformStore,
  before: UserItem,
  password: string,
  endsSignIns: boolean,
  context: AuditContext,
  ifMatch?: IfMatch,
  set: Partial<UserItem> = {},
): Promise<Decision> {
  return setPassword(platform, before, { set, password, endsSignIns }, context, ifMatch);
}

/** Replaces the invitation of a user without a password: the earlier token becomes invalid. @throws Failure 404, 409 */
export async function replaceInvitation(
  platform: PlatformStore,
  userId: string,
  invitation: NonNullable<UserItem['invitation']>,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireUser(platform, userId);
  if (before.passwordHash !== undefined)
    throw conflict(`${before.userName} already has a password and needs no invitation.`, 'id');
  if (before.disabled) throw conflict(`${before.userName} is disabled; enable the user first.`, 'id');
  const sent = (before.invitation?.sent ?? (before.invitation ? 1 : 0)) + 1;
  return updateUserEverywhere(
    platform,
    before,
    { set: { invitation: { ...invitation, sent } } },
    context,
    ifMatch,
  );
}

/**
 * Sets the password that an invited user has chosen, which ends the invitation and confirms the address to which it was mailed.
 * @throws Failure 400
 */
export async function completeInvitation(
  platform: PlatformStore,
  before: UserItem,
  password: string,
  context: Omit<AuditContext, 'caller'>,
): Promise<Decision> {
  const caller = { kind: 'user', subject: before.id, name: before.userName } as const;
  const address = getMailAddress(before);
  const trustedEmail = address === undefined ? undefined : ({ address, by: 'person' } as const);
  const audit = { ...context, caller };
  return setPassword(platform, before, { set: { trustedEmail }, password }, audit, undefined);
}
