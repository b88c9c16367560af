// The rules of users: a name, a password, and the tenants they may enter.
import { createHash, timingSafeEqual } from 'node:crypto';
import { defaultRoles, platformRole } from '../../../shared/auth/permissions.ts';
import type { SubjectItem, TenantItem } from '../../../shared/auth/records.ts';
import { computeRevokedBefore } from '../../../shared/auth/revocation.ts';
import { foldUserName } from '../../../shared/auth/sign-in-throttle.ts';
import { tokenLifetime } from '../../../shared/auth/tokens.ts';
import { conflict, type ErrorDetail, Failure, invalid } from '../../../shared/errors/failure.ts';

/** A user as kept. What they may do in a tenant is not here but in their standing there (SubjectItem). */
export interface UserItem {
  readonly type: 'user';
  readonly id: string;
  readonly userName: string;
  readonly email?: string | undefined;
  /** argon2id in PHC form; absent until an invited user has chosen a password. */
  readonly passwordHash?: string | undefined;
  readonly disabled: boolean;
  /** Codes of the tenants the user may enter. */
  readonly tenants: readonly string[];
  /** The open invitation: SHA-256 of its token, and when it ends (ISO 8601). */
  readonly invitation?: { readonly hash: string; readonly expires: string } | undefined;
  /** Of tenants the user was taken from lately: the moment (epoch seconds) before which tokens stay revoked. */
  readonly left?: Readonly<Record<string, number>> | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** A user may enter at most this many tenants, so that every change of one is a single transaction. */
export const maxTenants = 40;

/** How long an invitation can be accepted, in seconds (seven days). */
export const invitationLifetime = 604_800;

/** A new user without a password, who may enter nothing yet. */
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

/** What state a user is in; a disabled one stays so whatever else holds. */
export function getUserStatus(user: UserItem): 'active' | 'invited' | 'disabled' {
  if (user.disabled) return 'disabled';
  return user.passwordHash === undefined ? 'invited' : 'active';
}

/**
 * Checks the roles a user is to have in a tenant against those the tenant knows.
 * @throws Failure 400 with every unknown role
 */
export function assertRolesExist(roles: readonly string[], settings: TenantItem, target = 'roles'): void {
  const known = new Set([...Object.keys(defaultRoles), ...Object.keys(settings.roles), platformRole]);
  const faults = roles.flatMap((role, index): ErrorDetail[] =>
    known.has(role)
      ? []
      : [
          {
            code: 'UNKNOWN_VALUE',
            message: `The tenant ${settings.id} has no role ${role}; it has ${[...known].join(', ')}.`,
            target: `${target}[${index}]`,
          },
        ],
  );
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
}

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
 * The tenants a user was taken from, with one more. Those from before the lifetime of a token are forgotten.
 * `revokedBefore` is that of the standing that is taken away.
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
 * A user's standing in a tenant they have just been given. Tokens of an earlier standing, if there ever was
 * one, stay revoked.
 */
export function buildUserAccess(
  user: UserItem,
  tenantCode: string,
  roles: readonly string[],
  personId: string | undefined,
  now: Date,
): SubjectItem {
  const moment = now.toISOString();
  return {
    type: 'subject',
    id: user.id,
    kind: 'user',
    name: user.userName,
    roles: [...new Set(roles)],
    permissions: [],
    disabled: user.disabled,
    revokedBefore: Object.hasOwn(user.left ?? {}, tenantCode) ? (user.left?.[tenantCode] ?? 0) : 0,
    ...(personId !== undefined && { personId }),
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** Where a user stands in the lists that go by name: the folded name, and the id to tell equals apart. */
export const userSort = (user: Pick<UserItem, 'userName' | 'id'>): string =>
  `${foldUserName(user.userName)}#${user.id}`;

const hashToken = (token: string) => createHash('sha256').update(token, 'utf8').digest('base64url');

/** The token that is mailed for an invitation: whose it is, and 256 random bits. */
export const formatInvitationToken = (userId: string, random: Buffer): string =>
  `${userId}.${random.toString('base64url')}`;

/** Whose invitation a token is; nothing is proven by that yet. */
export const parseInvitationToken = (token: string): string | undefined =>
  /^([0-9a-f-]{36})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];

/** An invitation as it is kept: never the token, only its hash. */
export const buildInvitation = (token: string, now: Date): NonNullable<UserItem['invitation']> => ({
  hash: hashToken(token),
  expires: new Date(now.getTime() + invitationLifetime * 1000).toISOString(),
});

/** One answer for a token that never was, was used, or has ended: nobody learns which users exist. */
export const invalidInvitation = (): Failure =>
  new Failure(
    'RESOURCE_NOT_FOUND',
    'This invitation is not open: it was accepted already, has ended, or never was. Ask for a new one.',
    { target: 'token' },
  );

/**
 * The user whose open invitation the token is.
 * @throws Failure 404
 */
export function requireInvitedUser(user: UserItem | undefined, token: string, now: Date): UserItem {
  const open = user?.invitation;
  const given = Buffer.from(hashToken(token));
  const kept = Buffer.from(open?.hash ?? '');
  const isIt = kept.length === given.length && timingSafeEqual(kept, given);
  if (!user || !open || !isIt || user.disabled || Date.parse(open.expires) <= now.getTime())
    throw invalidInvitation();
  return user;
}

/**
 * Nobody ends their own administration of the platform, where it is what the request comes by: whoever else administers
 * it can, and so somebody is always left who can undo it.
 * @param end the user it would end, and in which tenant; everywhere when it names none
 * @throws Failure 409
 */
export function assertNotSelf(
  end: { readonly id: string; readonly tenantCode?: string },
  asked: {
    readonly caller: { readonly subject: string | undefined };
    readonly tenant: { readonly code: string };
  },
  what: string,
): void {
  const isHere = end.tenantCode === undefined || end.tenantCode.trim().toLowerCase() === asked.tenant.code;
  if (end.id === asked.caller.subject && isHere)
    throw conflict(
      `The user ${end.id} is the one this request comes from; another administrator of the platform must ${what}.`,
      'id',
    );
}

/** A user as the interface shows them; never anything of the password or the invitation's token. */
export const presentUser = (user: UserItem) => ({
  id: user.id,
  userName: user.userName,
  ...(user.email !== undefined && { email: user.email }),
  status: getUserStatus(user),
  tenantCodes: [...user.tenants],
  ...(user.invitation && { invitedUntil: user.invitation.expires }),
  version: user.version,
  createdDate: user.createdDate,
  modifiedDate: user.modifiedDate,
});
