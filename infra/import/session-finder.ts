// Finds the sessions that bills and events name, and adds those that the tenant does not have.
import type { TenantStore } from '../../shared/data/store.ts';
import { matchesSessionName, type Session, type SessionContent } from '../../shared/legislature/session.ts';
import { listSessions, sessionByIdentifier, upsertSession } from '../../shared/legislature/sessions.ts';

const sessionKey = ({ stateId, identifier }: SessionContent): string => `${stateId}#${identifier}`;

/**
 * Looks sessions up by identifier, then by name, each once. One that is not there is added; one that is stays as it
 * is, for a bill knows less of its session than a list of sessions does.
 */
export function createSessionFinder(
  tenant: TenantStore,
  { now, dryRun }: { readonly now: Date; readonly dryRun: boolean },
) {
  const known = new Map<string, Promise<Session>>();
  const look = async (content: SessionContent): Promise<Session> => {
    const stored = await sessionByIdentifier(tenant, content.stateId, content.identifier);
    if (stored) return stored.session;
    const sessions = await listSessions(tenant, { stateId: content.stateId });
    const named = sessions.filter((session) => matchesSessionName(session, content.name));
    const [found, second] = named;
    if (found && !second) return found;
    return (await upsertSession(tenant, content, { now, dryRun })).session;
  };
  return {
    find(content: SessionContent): Promise<Session> {
      const session = known.get(sessionKey(content)) ?? look(content);
      known.set(sessionKey(content), session);
      return session;
    },
  };
}
