// Finds the sessions that bills and events name, and adds those that the tenant does not have.
import type { TenantStore } from '../../shared/data/store.ts';
import type { Session, SessionContent } from '../../shared/legislature/session.ts';
import { getSessionName, upsertSession } from '../../shared/legislature/sessions.ts';

export type SessionFinder = ReturnType<typeof createSessionFinder>;

/** Looks up each session once, by any name that sources give it. One that is not there is added. */
export function createSessionFinder(
  tenant: TenantStore,
  { now, dryRun }: { readonly now: Date; readonly dryRun: boolean },
) {
  const known = new Map<string, Promise<Session>>();
  return {
    find(content: SessionContent): Promise<Session> {
      const name = getSessionName(content);
      const session =
        known.get(name) ??
        upsertSession(tenant, content, { now, dryRun, keepStored: true }).then((result) => result.session);
      known.set(name, session);
      return session;
    },
  };
}
