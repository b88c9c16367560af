// The session of a request: named by id or name, or by default the current session of the state.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ErrorDetail, Failure, notFound, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { currentSession } from '../../../../shared/legislature/sessions/current-session.ts';
import {
  latestFirst,
  matchesSessionName,
  type Session,
} from '../../../../shared/legislature/sessions/session.ts';
import { listSessions } from '../../../../shared/legislature/sessions/sessions.ts';
import { type State, stateById } from '../../../../shared/legislature/states.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { unknownValue } from '../../unknown-value.ts';

/** How a request names a session. All given members must name the same one. */
interface SessionSelector {
  /** Session ids, each with the name of its field. */
  readonly ids: readonly { readonly target: string; readonly id: number | undefined }[];
  /** The identifier or name. */
  readonly name?: string | null | undefined;
  /** Without id and name, the session of this day: YYYY-MM-DD, by default today. */
  readonly date?: string | undefined;
}

interface StateToday {
  readonly state: State;
  /** YYYY-MM-DD in the state's time zone. */
  readonly today: string;
}

export interface StateSession extends StateToday {
  readonly session: Session;
}

const describeSessions = (sessions: readonly Session[]): string =>
  sessions.length === 0
    ? 'it has no session yet'
    : `its sessions are ${[...sessions]
        .sort(latestFirst)
        .slice(0, 10)
        .map(({ id, name }) => `${id} (${name})`)
        .join(', ')}`;

/**
 * The session of a request; undefined when none is named and the state has none.
 * @throws Failure 404 when there is no such state; 400 when the state does not have the named session
 */
export async function findSession(
  tenant: TenantStore,
  stateId: number,
  { ids, name, date }: SessionSelector,
  now: Date,
): Promise<StateToday & { readonly session: Session | undefined }> {
  const state = stateById(stateId);
  if (!state) throw notFound('state', String(stateId));
  const today = toLocalDate(state.timeZone, now);
  const sessions = await listSessions(tenant, { stateId });
  const details: ErrorDetail[] = [];
  const named = new Set<Session>();
  const addNamed = (session: Session | undefined, target: string, value: number | string): void => {
    if (session) named.add(session);
    else
      details.push(
        unknownValue(
          target,
          `${target} must be a session of ${state.name}, but was ${value}; ${describeSessions(sessions)}. Create a session with POST /api/1.0/session.`,
        ),
      );
  };
  for (const { target, id } of ids)
    if (id !== undefined)
      addNamed(
        sessions.find((session) => session.id === id),
        target,
        id,
      );
  if (name) {
    const [latest] = sessions.filter((session) => matchesSessionName(session, name)).sort(latestFirst);
    addNamed(latest, 'session', name);
  }
  if (named.size > 1)
    details.push({
      code: 'NOT_ALLOWED',
      message: `The request must name one session, but named ${[...named].map((session) => session.name).join(', ')}.`,
      target: 'sessionId',
    });
  throwIfInvalid(details);
  const [session = currentSession(sessions, date ?? today)] = named;
  return { state, session, today };
}

/**
 * The session of a request.
 * @throws Failure 404 when there is no such state, or it has no session; 400 when it does not have the named session
 */
export async function requireSession(
  tenant: TenantStore,
  stateId: number,
  selector: SessionSelector,
  now: Date,
): Promise<StateSession> {
  const { state, session, today } = await findSession(tenant, stateId, selector, now);
  if (!session)
    throw new Failure(
      'RESOURCE_NOT_FOUND',
      `${state.name} has no session yet. Create one with POST /api/1.0/session.`,
      { target: 'stateId' },
    );
  return { state, session, today };
}
