// The rules of users: a name, a password, and the tenants they may enter.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Login, SubjectItem, TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { defaultRoles, platformRole } from '../../../shared/auth/permissions/permissions.ts';
import { selectRoleIds } from '../../../shared/auth/permissions/role-ids.ts';
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';
import { computeRevokedBefore } from '../../../shared/auth/tokens/revocation.ts';
import { tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import { conflict, type ErrorDetail, Failure, throwIfInvalid } from '../../../shared/errors/failure.ts';

/** A user may enter at most this many tenants, so that every change of one is a single transaction. */
export const maxTenants = 30;

/** How long an invitation can be accepted, in seconds (seven days). */
export const invitationLifetime = 604_800;

/** A new user without a password and without access to a tenant. */
export function buildUser(
  id: string,
  { userName, email }: { readonly userName: string; readonly email?: string | undefined },
  now: Date,
): UserItem {
  const moment = now.toISOString();
  return {
    type: 'user',
    id,
    userName: userName.normalize('NFKC').trim(),
    ...(email !== undefined && { email }),
    disabled: false,
    tenants: [],
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The user with some values changed, at the next version. */
export const updateUser = (user: UserItem, set: Partial<UserItem>, now: Date): UserItem => ({
  ...user,
  ...set,
  version: user.version + 1,
  modifiedDate: now.toISOString(),
});

/** How far a user came on the way to a password. */
export function getLogin({ passwordHash, invitation }: UserItem): Login {
  if (passwordHash !== undefined) return { status: 'created' };
  return invitation && !invitation.isEnded
    ? { status: 'invited', expires: invitation.expires, sent: invitation.sent ?? 1 }
    : { status: 'none' };
}

/** The status of a user; a disabled user is disabled regardless of other fields. */
export function getUserStatus(user: UserItem): 'active' | 'invited' | 'disabled' {
  if (user.disabled) return 'disabled';
  return user.passwordHash === undefined ? 'invited' : 'active';
}

/** A role that is given, and the member of the request that names it. */
export interface GivenRole {
  readonly role: string;
  readonly target: string;
}

/** The error for a role that the tenant does not have; none for the platform's: who may give it is decided apart. */
export function listUnknownRole({ role, target }: GivenRole, settings: TenantItem): ErrorDetail[] {
  const known = [...new Set([...Object.keys(defaultRoles), ...Object.keys(settings.roles)])];
  if (role === platformRole || known.includes(role)) return [];
  const message = `The tenant ${settings.id} has no role ${role}; it has ${known.join(', ')}.`;
  return [{ code: 'UNKNOWN_VALUE', message, target }];
}

/**
 * Asserts that the tenant has these roles.
 * @throws Failure 400 with every unknown role
 */
export const assertRolesExist = (roles: readonly string[], settings: TenantItem, target = 'roles'): void =>
  throwIfInvalid(
    roles.flatMap((role, index) => listUnknownRole({ role, target: `${target}[${index}]` }, settings)),
  );

/**
 * The codes of the tenants a user may enter, with one more.
 * @throws Failure 409 beyond `maxTenants`
 */
export function addTenant(user: UserItem, code: string): readonly string[] {
  if (user.tenants.includes(code)) return user.tenants;
  if (user.tenants.length >= maxTenants)
    throw conflict(`A user may enter at most ${maxTenants} tenants; remove one first.`, 'tenantCode');
  return [...user.tenants, code].sort();
}

/**
 * The tenants a user was removed from, with one more. Those older than the lifetime of a token are left out.
 * `revokedBefore` is that of the removed access record.
 */
export function addLeftTenant(
  user: UserItem,
  code: string,
  revokedBefore: number,
  now: Date,
): Record<string, number> {
  const horizon = Math.floor(now.getTime() / 1000) - 2 * tokenLifetime;
  const lately = Object.entries(user.left ?? {}).filter(([, moment]) => moment > horizon);
  return { ...Object.fromEntries(lately), [code]: computeRevokedBefore(now, revokedBefore) };
}

/**
 * A user's new access in a tenant. Tokens of an earlier access there stay revoked.
 */
export function buildUserAccess(
  user: UserItem,
  settings: TenantItem,
  roles: readonly string[],
  personId: string | undefined,
  now: Date,
): SubjectItem {
  const moment = now.toISOString();
  const left = Object.hasOwn(user.left ?? {}, settings.id) ? user.left?.[settings.id] : undefined;
  return {
    type: 'subject',
    id: user.id,
    kind: 'user',
    name: user.userName,
    roles: [...new Set(roles)],
    roleIds: selectRoleIds(roles, settings),
    permissions: [],
    disabled: user.disabled,
    revokedBefore: Math.max(left ?? 0, user.revokedBefore ?? 0),
    login: getLogin(user),
    ...(personId !== undefined && { personId }),
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** Whether the user may enter the tenant; one whom its directory alone knows has not entered it yet. */
export const mayEnter = (user: Pick<UserItem, 'tenants'>, tenantCode: string): boolean =>
  user.tenants.includes(tenantCode);

/** The access of a user whom the tenant's directory knew before, once they enter the tenant: as their account is now. */
export const enterTenant = (user: UserItem, subject: SubjectItem, tenantCode: string): SubjectItem => ({
  ...subject,
  disabled: user.disabled || (subject.isSuspended ?? false),
  revokedBefore: Math.max(subject.revokedBefore, user.left?.[tenantCode] ?? 0, user.revokedBefore ?? 0),
  login: getLogin(user),
});

/** The sort text of a user in lists by name: the folded name, and the id to make it unique. */
export const userSort = (user: Pick<UserItem, 'userName' | 'id'>): string =>
  `${foldUserName(user.userName)}#${user.id}`;

const hashToken = (token: string) => createHash('sha256').update(token, 'utf8').digest('base64url');

/** The token of an invitation mail: the user's id and 256 random bits. */
export const formatInvitationToken = (userId: string, random: Buffer): string =>
  `${userId}.${random.toString('base64url')}`;

/** The user id in an invitation token, which is not verified by that. */
export const parseInvitationToken = (token: string): string | undefined =>
  /^([0-9a-f-]{36})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];

/** The stored form of an invitation: never the token, only its hash. */
export const buildInvitation = (token: string, now: Date): NonNullable<UserItem['invitation']> => ({
  hash: hashToken(token),
  expires: new Date(now.getTime() + invitationLifetime * 1000).toISOString(),
});

/** The invitation of a user who is being disabled: it can be accepted no more. */
export const endInvitation = ({ invitation }: UserItem): UserItem['invitation'] =>
  invitation && { ...invitation, isEnded: true };

/** The same failure for an unknown, used or expired token, so that it does not reveal which users exist. */
export const invalidInvitation = (): Failure =>
  new Failure(
    'RESOURCE_NOT_FOUND',
    'The invitation is not valid: it was accepted already, was ended, has expired, or does not exist. Ask for a new one.',
    { target: 'token' },
  );

/** For whoever has the latest token of a user who was disabled since; others get the failure above. */
const disabledInvitation = (): Failure =>
  new Failure(
    'CONFLICT',
    'The account was disabled, which ended its invitation. Ask an administrator of your organization to enable it and to invite you again.',
    { target: 'token' },
  );

/**
 * How the invitation stands that a token names; unknown for all tokens that are not the latest one of a user. Disabling a user
 * ends it for good: `disabled` while they are, `ended` once they are enabled again.
 */
export type InvitationStatus = 'open' | 'expired' | 'disabled' | 'ended' | 'unknown';

/** Whether a user can accept an invitation with this token. */
export function checkInvitation(user: UserItem | undefined, token: string, now: Date): InvitationStatus {
  const open = user?.invitation;
  const hash = Buffer.from(hashToken(token));
  const stored = Buffer.from(open?.hash ?? '');
  const isMatch = stored.length === hash.length && timingSafeEqual(stored, hash);
  if (!user || !open || !isMatch) return 'unknown';
  if (user.disabled) return 'disabled';
  if (open.isEnded) return 'ended';
  return Date.parse(open.expires) <= now.getTime() ? 'expired' : 'open';
}

/**
 * The user whose open invitation the token is.
 * @throws Failure 404, or 409 where the user is disabled
 */
export function requireInvitedUser(user: UserItem | undefined, token: string, now: Date): UserItem {
  const status = checkInvitation(user, token, now);
  if (status === 'disabled') throw disabledInvitation();
  if (!user || status !== 'open') throw invalidInvitation();
  return user;
}

/**
 * Asserts that administrators do not remove their own access by this request: another administrator must, so that there
 * is always one who can undo it.
 * @param end the user whose access would end, and in which tenant; in all tenants by default
 * @throws Failure 409
 */
export function assertNotSelf(
  end: { readonly id: string; readonly tenantCode?: string },
  request: {
    readonly caller: { readonly subject: string | undefined };
    readonly tenant: { readonly code: string };
  },
  what: string,
): void {
  const isHere = end.tenantCode === undefined || end.tenantCode.trim().toLowerCase() === request.tenant.code;
  if (end.id === request.caller.subject && isHere)
    throw conflict(
      `The user ${end.id} is the caller of this request; another administrator must ${what}.`,
      'id',
    );
}

/** The user in the interface's form, never with password or invitation token. */
export const presentUser = (user: UserItem) => ({
  id: user.id,
  userName: user.userName,
  ...(user.email !== undefined && { email: user.email }),
  status: getUserStatus(user),
  tenantCodes: [...user.tenants],
  ...(user.invitation && !user.invitation.isEnded && { invitedUntil: user.invitation.expires }),
  ...(user.secondFactorSince !== undefined && { secondFactorSince: user.secondFactorSince }),
  version: user.version,
  createdDate: user.createdDate,
  modifiedDate: user.modifiedDate,
});
