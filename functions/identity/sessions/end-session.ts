// Ends sessions: the access tokens that applications got in them end too, and the applications are told.
import { clientKey } from '../../../shared/auth/clients.ts';
import { subjectKey } from '../../../shared/auth/records.ts';
import { type Change, commit, StaleRead } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { insertNotices } from './logout-notice.ts';
import { isEnded, type SessionClient } from './session.ts';
import { endSessionGrants } from './session-grants.ts';
import { removeSession, replaceClients, type StoredSession, sessionsByUser } from './store.ts';

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
  return [removeSession(platform, session), ...notices, ...revocations];
}

/**
 * Ends what the end of a user's access in a tenant has ended: sessions from before a revocation, and, for a user who is
 * disabled there, what the tenant's applications have of each session.
 */
export async function endSessionsOfSubject(
  platform: PlatformStore,
  tenant: TenantStore,
  userId: string,
  context: EndContext,
): Promise<void> {
  const subject = await tenant.get(subjectKey(tenant, userId), { consistent: true });
  if (subject?.kind !== 'user' || (!subject.disabled && subject.revokedBefore === 0)) return;
  for (const session of await sessionsByUser(platform, userId)) {
    const isOver = isEnded(session.authTime, [subject]);
    const own = session.clients.filter(({ tenantCode }) => tenantCode === tenant.code);
    if (isOver) await commitUnlessStale(await endSession(platform, session, context));
    else if (subject.disabled && own.length > 0)
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

/** Nothing where another process has ended the session at the same moment. */
async function commitUnlessStale(changes: readonly Change[]): Promise<void> {
  try {
    await commit(changes);
  } catch (error) {
    if (!(error instanceof StaleRead)) throw error;
  }
}
