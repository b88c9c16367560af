// Stored sessions, by the hash of their cookie and by person.

import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import {
  type Authentication,
  isFederated,
  reachesTenant,
} from '../../../shared/auth/sign-in/authentication-context.ts';
import { type Change, ifPresent, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, PlatformStore } from '../../../shared/data/store.ts';
import { listTenantAccess, type TenantAccess } from '../users/store.ts';
import { hashCookieToken, readCookie } from './cookies.ts';
import { type IssuedTokenItem, isLiveToken, tokensByUser } from './issued-tokens.ts';
import {
  addClient,
  isEnded,
  isSessionLive,
  lacksSecondFactor,
  type SessionClient,
  type SessionItem,
} from './session.ts';

const sessionKey = (platform: PlatformStore, hash: string): Key<SessionItem> =>
  platform.key(`SESSION#${hash}`, 'SESSION');

const sessionsOfUser = (platform: PlatformStore, userId: string): Partition<StoredSession> =>
  platform.listing(`SESSIONS-OF#${userId}`);

/** A session with the hash under which it is stored. */
export type StoredSession = SessionItem & { readonly hash: string };

/** Inserts a session under its cookie's value. */
export function insertSession(platform: PlatformStore, session: SessionItem, token: string): Change {
  const hash = hashCookieToken(token);
  const item: StoredSession = { ...session, hash };
  return put(sessionKey(platform, hash), item, {
    listed: {
      listing: sessionsOfUser(platform, session.userId),
      sort: `${session.createdDate}#${session.id}`,
    },
  });
}

/** Removes a session; nothing else ends with it (end-session.ts). */
export const removeSession = (platform: PlatformStore, { hash }: Pick<StoredSession, 'hash'>): Change =>
  remove(sessionKey(platform, hash), { condition: ifPresent, onConflict: 'retry' });

/** The same for the cookie of a browser, whether or not there still is such a session. */
export const removeSessionOfCookie = (platform: PlatformStore, token: string): Change =>
  remove(sessionKey(platform, hashCookieToken(token)));

/** Replaces the applications of a session; of two requests at once the second is decided again. */
export const replaceClients = (
  platform: PlatformStore,
  { hash, clients: before }: StoredSession,
  clients: readonly SessionClient[],
): Change =>
  update(
    sessionKey(platform, hash),
    { set: { clients } },
    {
      condition: {
        expression: '#clients = :before',
        names: { '#clients': 'clients' },
        values: { ':before': before },
      },
      onConflict: 'retry',
    },
  );

/** A person's latest hundred sessions, also those that have ended. */
export const sessionsByUser = async (
  platform: PlatformStore,
  userId: string,
): Promise<readonly StoredSession[]> =>
  (await platform.query(sessionsOfUser(platform, userId), { backward: true, limit: 100 })).items;

/** Records that an application got a code in a session; none where it is known. */
export function recordClient(
  platform: PlatformStore,
  session: StoredSession,
  client: SessionClient,
): Change[] {
  const clients = addClient(session.clients, client);
  return clients === session.clients ? [] : [replaceClients(platform, session, clients)];
}

/** A live session with its user, and the user's access in each of the tenants that the session reaches. */
export interface CurrentSession {
  readonly session: StoredSession;
  readonly user: UserItem;
  readonly accesses: readonly TenantAccess[];
  /** Codes of the person's other tenants: another sign-in reaches them. */
  readonly unreached: readonly string[];
}

type ActiveUser = Pick<CurrentSession, 'user' | 'accesses'>;

/** A user who may sign in, with their access in each of their tenants. Two reads. */
async function loadActiveUser(platform: PlatformStore, userId: string): Promise<ActiveUser | undefined> {
  const user = await platform.get(userKey(platform, userId), { consistent: true });
  return user && !user.disabled ? { user, accesses: await listTenantAccess(platform, user) } : undefined;
}

/** The live session that a request's cookie names; undefined where there is none. Up to three reads. */
export async function findCurrentSession(
  platform: PlatformStore,
  headers: Readonly<Record<string, string>>,
  now: Date,
): Promise<CurrentSession | undefined> {
  const token = readCookie(headers.cookie, 'rostrum-session');
  const session =
    token === undefined ? undefined : await sessionByHash(platform, hashCookieToken(token), now);
  const active = session ? await loadActiveUser(platform, session.userId) : undefined;
  const accesses = session && active && findReached(session, active);
  if (!accesses) return undefined;
  const codes = active.accesses
    .filter((access) => !accesses.includes(access))
    .map(({ settings }) => settings.id);
  return { session, user: active.user, accesses, unreached: codes };
}

/** The live session that is stored under this hash of a cookie; undefined where there is none. */
export async function sessionByHash(
  platform: PlatformStore,
  hash: string,
  now: Date,
): Promise<StoredSession | undefined> {
  const item = await platform.get(sessionKey(platform, hash), { consistent: true });
  return item && isSessionLive(item, now) ? { ...item, hash } : undefined;
}

/**
 * The accesses that a sign-in reaches: a revocation in one tenant ends it there alone. Undefined where it is over: all of the
 * person's sign-ins were ended, or it reaches no tenant any more.
 */
export function findReached(
  authentication: Authentication,
  { user, accesses }: ActiveUser,
): TenantAccess[] | undefined {
  if (isEnded(authentication.authTime, user) || lacksSecondFactor(authentication.amr, user)) return undefined;
  const reached = accesses.filter(
    ({ settings, subject }) =>
      reachesTenant(authentication, settings.id) && !isEnded(authentication.authTime, subject),
  );
  const isOver = reached.length === 0 && (accesses.length > 0 || isFederated(authentication));
  return isOver ? undefined : reached;
}

function filterLive(
  items: readonly StoredSession[],
  active: ActiveUser | undefined,
  now: Date,
): StoredSession[] {
  return items.filter(
    (item) => isSessionLive(item, now) && (!active || findReached(item, active) !== undefined),
  );
}

/** A person's live sessions, latest first, of the latest hundred: those that nothing has ended. */
export async function liveSessionsByUser(
  platform: PlatformStore,
  userId: string,
  now: Date,
): Promise<StoredSession[]> {
  const [items, active] = await Promise.all([
    sessionsByUser(platform, userId),
    loadActiveUser(platform, userId),
  ]);
  return filterLive(items, active, now);
}

/** Where a person is signed in: browsers, and tokens of the two-step sign-in; of each the latest hundred, latest first. */
export interface LiveSignIns {
  readonly sessions: readonly StoredSession[];
  readonly tokens: readonly IssuedTokenItem[];
}

/** Everything in which a person is signed in. Two round trips. */
export async function liveSignInsByUser(
  platform: PlatformStore,
  userId: string,
  now: Date,
): Promise<LiveSignIns> {
  const [items, issued, active] = await Promise.all([
    sessionsByUser(platform, userId),
    tokensByUser(platform, userId),
    loadActiveUser(platform, userId),
  ]);
  const accesses = active?.accesses ?? [];
  return {
    sessions: filterLive(items, active, now),
    tokens: issued.filter((token) => isLiveToken(token, accesses, now)),
  };
}
