// Finds the sessions that bills and events name, and adds those that the tenant does not have.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { Session, SessionContent } from '../../../shared/legislature/sessions/session.ts';
import {
  getSessionName,
  sessionByIdentifier,
  upsertSession,
} from '../../../shared/legislature/sessions/sessions.ts';

export type SessionFinder = ReturnType<typeof createSessionFinder>;

/** Looks up each session once, by any name that sources give it. One that is not there is added. */
export function createSessionFinder(
  tenant: TenantStore,
  { now, dryRun }: { readonly now: Date; readonly dryRun: boolean },
) {
  const known = new Map<string, Promise<Session>>();
  const identifiers = new Map<string, Promise<string>>();
  return {
    find(content: SessionContent): Promise<Session> {
      const name = getSessionName(content);
      const session =
        known.get(name) ??
        upsertSession(tenant, content, { now, dryRun, keepStored: true }).then((result) => result.session);
      known.set(name, session);
      return session;
    },
    /** The stored identifier of a session that another name may mean; the name itself when it is not known. */
    findIdentifier(stateId: number, identifier: string): Promise<string> {
      const name = getSessionName({ stateId, identifier });
      const found =
        identifiers.get(name) ??
        sessionByIdentifier(tenant, stateId, identifier).then(
          (stored) => stored?.session.identifier ?? identifier,
        );
      identifiers.set(name, found);
      return found;
    },
  };
}
