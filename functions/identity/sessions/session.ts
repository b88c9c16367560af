// A session: that a person has signed in with one browser. Applications get codes for it without another sign-in.

import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import {
  type Authentication,
  type AuthenticationMethods,
  getProofTime,
  getStrength,
} from '../../../shared/auth/sign-in/authentication-context.ts';
import { hasSecondFactor } from '../../../shared/auth/sign-in/second-factor.ts';

/** How long a session lasts: a working day, or a month on a device where it is remembered; seconds (ASVS 3.3.2). */
export const sessionSeconds = 12 * 3600;
export const rememberedSessionSeconds = 30 * 86_400;

/** A stored session. Its key is the hash of its cookie, so that who reads the table can take over none. */
export interface SessionItem extends Authentication {
  readonly type: 'session';
  /** The `sid` of ID tokens and logout tokens; no secret. */
  readonly id: string;
  readonly userId: string;
  /** ISO 8601 UTC. */
  readonly createdDate: string;
  readonly address: string;
  readonly userAgent?: string | undefined;
  readonly isRemembered: boolean;
  /** The hash by which a tenant's provider, where it signed the person in, finds the session (provider-session.ts). */
  readonly providerSubject?: string | undefined;
  /** The applications that got codes in it, each with the tenant that was entered. */
  readonly clients: readonly SessionClient[];
  /** When it ends; epoch seconds. */
  readonly endsAt: number;
  readonly ttl: number;
}

/** An application that somebody signed in to. */
export interface SessionClient {
  readonly clientId: string;
  readonly tenantCode: string;
}

/** What a new session is made of. */
export interface NewSession extends Authentication {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly isRemembered: boolean;
  readonly providerSubject?: string | undefined;
}

const getLifetime = ({ isRemembered }: Pick<NewSession, 'isRemembered'>): number =>
  isRemembered ? rememberedSessionSeconds : sessionSeconds;

/** A session that begins now. */
export function buildSession(session: NewSession, now: Date): SessionItem {
  const endsAt = Math.floor(now.getTime() / 1000) + getLifetime(session);
  return {
    type: 'session',
    ...session,
    userAgent: session.userAgent?.slice(0, 200),
    createdDate: now.toISOString(),
    clients: [],
    endsAt,
    ttl: endsAt,
  };
}

/** Whether a session has not ended. */
export const isSessionLive = ({ endsAt }: Pick<SessionItem, 'endsAt'>, now: Date): boolean =>
  endsAt * 1000 > now.getTime();

/** For how long after a sign-in its owner may change how the account is protected, without another one; seconds. */
export const recentSeconds = 600;

/** Whether the person has proved who they are just now. @param now epoch seconds */
export const isRecent = (authentication: Authentication, now: number): boolean =>
  now - getProofTime(authentication) <= recentSeconds;

/** When and how the person proved who they are, for what is given in the session. */
export const getAuthentication = ({
  authTime,
  provedAt,
  amr,
  isMailed,
  providerTenant,
}: Authentication): Authentication => ({
  ...{ authTime, amr },
  ...(isMailed && { isMailed }),
  ...(provedAt !== undefined && { provedAt }),
  ...(providerTenant !== undefined && { providerTenant }),
});

/** For how long the browser keeps the cookie: until it is closed, unless the session is remembered. */
export const getCookieSeconds = ({ isRemembered }: Pick<SessionItem, 'isRemembered'>): number | undefined =>
  isRemembered ? rememberedSessionSeconds : undefined;

/** The same applications and this one. */
export const addClient = (
  clients: readonly SessionClient[],
  client: SessionClient,
): readonly SessionClient[] =>
  clients.some(({ clientId, tenantCode }) => clientId === client.clientId && tenantCode === client.tenantCode)
    ? clients
    : [...clients, client].slice(-50);

/** The moment up to which sign-ins are revoked, epoch seconds: of a user everywhere, or of an access in its tenant. */
export interface Revocation {
  readonly revokedBefore?: number | undefined;
}

/** All revocations of a person, everywhere and in tenants. */
export const listRevocations = (
  user: UserItem,
  accesses: readonly { readonly subject: Revocation }[],
): Revocation[] => [user, ...accesses.map(({ subject }) => subject)];

/**
 * The moment of a sign-in: not before one up to which the person's tokens are revoked, because what somebody proves
 * now is not ended by what was revoked a moment ago.
 */
export const getAuthTime = (now: Date, revocations: readonly Revocation[]): number =>
  Math.max(Math.floor(now.getTime() / 1000), ...revocations.map(({ revokedBefore = 0 }) => revokedBefore));

/**
 * Whether a sign-in was by a password alone although the person has a second factor now: it is worth nothing then. What a
 * provider of a tenant has signed in had no password here, and counts as strong as the provider made it.
 */
export const lacksSecondFactor = (amr: AuthenticationMethods, user: UserItem): boolean =>
  hasSecondFactor(user) && getStrength(amr) === 'password';

/** Whether a revocation has ended a sign-in: that of the user everywhere, that of an access in its tenant. */
export const isEnded = (authTime: number, { revokedBefore = 0 }: Revocation): boolean =>
  authTime < revokedBefore;
