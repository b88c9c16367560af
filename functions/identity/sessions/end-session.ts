// Ends sessions: the access tokens that applications got in them end too, and the applications are notified.

import { subjectKey, tenantKey } from '../../../shared/auth/accounts/records.ts';
import { userKey } from '../../../shared/auth/accounts/users.ts';
import { clientKey } from '../../../shared/auth/clients/clients.ts';
import { type Change, commitUnlessStale } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { listTenantAccess } from '../users/store.ts';
import { mayEnter } from '../users/user.ts';
import { endIssuedToken } from './issued-tokens.ts';
import { insertNotices } from './logout-notice.ts';
import { listProviderSessions, type ProviderSessionItem, removeProviderSession } from './provider-session.ts';
import { isEnded, type SessionClient } from './session.ts';
import { endSessionGrants } from './session-grants.ts';
import {
  findReached,
  liveSignInsByUser,
  removeSession,
  replaceClients,
  type StoredSession,
  sessionByHash,
  sessionsByUser,
} from './store.ts';

/** What is needed to write notices. */
export interface EndContext {
  readonly now: Date;
  readonly newId: () => string;
}

/** The notices of the end of a session for some of its applications. One read, where there are any. */
async function buildNotices(
  platform: PlatformStore,
  session: StoredSession,
  ended: readonly SessionClient[],
  context: EndContext,
): Promise<Change[]> {
  const ids = [...new Set(ended.map(({ clientId }) => clientId))];
  const clients = ids.length === 0 ? [] : await platform.getMany(ids.map((id) => clientKey(platform, id)));
  return insertNotices(platform, session, ended, clients, context);
}

/**
 * The changes that end a session with the access tokens of its applications. What an application may do while the person is
 * away (offline_access) stays. Two reads.
 */
export async function endSession(
  platform: PlatformStore,
  session: StoredSession,
  context: EndContext,
): Promise<Change[]> {
  const [notices, revocations] = await Promise.all([
    buildNotices(platform, session, session.clients, context),
    endSessionGrants(platform, session.id, context.now),
  ]);
  return [
    removeSession(platform, session),
    ...removeProviderSession(platform, session),
    ...notices,
    ...revocations,
  ];
}

/** The changes that end one of a person's sign-ins, in a browser or by a token; undefined where it is none of theirs, or has ended. */
export async function endSignIn(
  platform: PlatformStore,
  userId: string,
  id: string,
  context: EndContext,
): Promise<Change[] | undefined> {
  const { sessions, tokens } = await liveSignInsByUser(platform, userId, context.now);
  const session = sessions.find((each) => each.id === id);
  if (session) return endSession(platform, session, context);
  const token = tokens.find((each) => each.id === id);
  return token && endIssuedToken(platform, token);
}

/** What of a user's sessions has ended: whole ones, or what a tenant's applications have of each. */
interface EndedPart {
  readonly isOver: (session: StoredSession) => boolean;
  /** Whether no application of the tenant may have anything of a session that goes on. */
  readonly endsTenant: (session: StoredSession) => boolean;
}

async function endSessions(
  platform: PlatformStore,
  tenant: TenantStore,
  userId: string,
  { isOver, endsTenant }: EndedPart,
  context: EndContext,
): Promise<void> {
  for (const session of await sessionsByUser(platform, userId)) {
    const own = session.clients.filter(({ tenantCode }) => tenantCode === tenant.code);
    if (isOver(session)) await commitUnlessStale(await endSession(platform, session, context));
    else if (own.length > 0 && endsTenant(session))
      await commitUnlessStale([
        replaceClients(
          platform,
          session,
          session.clients.filter((client) => !own.includes(client)),
        ),
        ...(await buildNotices(platform, session, own, context)),
      ]);
  }
}

/**
 * Ends what the removal of a user from a tenant has ended: what its applications have of each session, and the sessions of
 * somebody who can enter no tenant any more. Nothing where the tenant itself is being erased, with its applications.
 */
async function endSessionsOfRemoved(
  platform: PlatformStore,
  tenant: TenantStore,
  userId: string,
  context: EndContext,
): Promise<boolean> {
  const [settings, user] = await Promise.all([
    tenant.get(tenantKey(tenant), { consistent: true }),
    platform.get(userKey(platform, userId), { consistent: true }),
  ]);
  if (!settings || settings.erasure?.startedAt !== undefined) return false;
  const isOut = !user || user.tenants.length === 0;
  await endSessions(platform, tenant, userId, { isOver: () => isOut, endsTenant: () => true }, context);
  return true;
}

/**
 * Ends what the end of a user's access in a tenant has ended: what the tenant's applications have of each session from before a
 * revocation, and the sessions that reach no tenant any more. Returns whether the user was removed.
 */
export async function endSessionsOfSubject(
  platform: PlatformStore,
  tenant: TenantStore,
  userId: string,
  context: EndContext,
): Promise<boolean> {
  const subject = await tenant.get(subjectKey(tenant, userId), { consistent: true });
  if (!subject) return endSessionsOfRemoved(platform, tenant, userId, context);
  if (subject.kind !== 'user' || (!subject.disabled && subject.revokedBefore === 0)) return false;
  const user = await platform.get(userKey(platform, userId), { consistent: true });
  // What a directory does with a user who has not entered the tenant ends nothing that others have of the person.
  if (user && !mayEnter(user, tenant.code)) return false;
  const accesses = user && !user.disabled ? await listTenantAccess(platform, user) : [];
  await endSessions(
    platform,
    tenant,
    userId,
    {
      isOver: (session) => !user || user.disabled || findReached(session, { user, accesses }) === undefined,
      endsTenant: ({ authTime }) => subject.disabled || isEnded(authTime, subject),
    },
    context,
  );
  return false;
}

/** Ends one session that began at a provider, unless it has ended or goes on by another sign-in. */
async function endProviderSession(
  platform: PlatformStore,
  tenant: TenantStore,
  { hash, sessionId }: ProviderSessionItem,
  context: EndContext,
): Promise<void> {
  await decideAndCommit(async () => {
    const session = await sessionByHash(platform, hash, context.now);
    const isOwn = session?.id === sessionId && session.providerTenant === tenant.code;
    return { changes: isOwn ? await endSession(platform, session, context) : [] };
  });
}

/** Ends the sessions of a tenant that its provider has begun, one after the other: a repeat goes on with those that are left. */
export async function endSessionsOfProvider(
  platform: PlatformStore,
  tenant: TenantStore,
  ended: Parameters<typeof listProviderSessions>[1],
  context: EndContext,
): Promise<void> {
  for (const item of await listProviderSessions(tenant, ended))
    await endProviderSession(platform, tenant, item, context);
}
