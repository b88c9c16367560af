// Which session's legislation days are meant: one that is named, by number or name, or the state's current one.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { type ErrorDetail, Failure, invalid, notFound } from '../../../../shared/errors/failure.ts';
import { currentSession } from '../../../../shared/legislature/current-session.ts';
import { latestFirst, matchesSessionName, type Session } from '../../../../shared/legislature/session.ts';
import { listSessions } from '../../../../shared/legislature/sessions.ts';
import { type State, stateById } from '../../../../shared/legislature/states.ts';

/** What may name a session; all of it must name the same one. */
interface SessionSelector {
  /** Numbers, with the name of the field each was sent in. */
  readonly ids: readonly { readonly target: string; readonly id: number | undefined }[];
  /** The identifier or name. */
  readonly name?: string | null | undefined;
  /** Without a name, the session of this day is meant: YYYY-MM-DD, today unless told. */
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

const unknownValue = (target: string, message: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message,
  target,
});

const describeSessions = (sessions: readonly Session[]): string =>
  sessions.length === 0
    ? 'it has none yet'
    : `there are ${[...sessions]
        .sort(latestFirst)
        .slice(0, 10)
        .map(({ id, name }) => `${id} (${name})`)
        .join(', ')}`;

/**
 * The session that is asked for; undefined when none is named and the state has none.
 * @throws Failure 404 when there is no such state; 400 when it has not the session that is named
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
  const faults: ErrorDetail[] = [];
  const meant = new Set<Session>();
  for (const { target, id } of ids) {
    if (id === undefined) continue;
    const session = sessions.find((one) => one.id === id);
    if (session) meant.add(session);
    else
      faults.push(
        unknownValue(
          target,
          `${target} must be a session of ${state.name}, but was ${id}; ${describeSessions(sessions)}. Another one is added with POST /api/1.0/session.`,
        ),
      );
  }
  if (name) {
    const session = sessions.filter((one) => matchesSessionName(one, name)).sort(latestFirst)[0];
    if (session) meant.add(session);
    else
      faults.push(
        unknownValue(
          'session',
          `session must be one of ${state.name}, but was ${name}; ${describeSessions(sessions)}. Another one is added with POST /api/1.0/session.`,
        ),
      );
  }
  if (meant.size > 1)
    faults.push({
      code: 'NOT_ALLOWED',
      message: `One session must be named, but these are: ${[...meant].map((one) => one.name).join(', ')}.`,
      target: 'sessionId',
    });
  const [first, ...more] = faults;
  if (first) throw invalid([first, ...more]);
  const [named] = meant;
  return { state, session: named ?? currentSession(sessions, date ?? today), today };
}

/**
 * The session that is asked for.
 * @throws Failure 404 when there is no such state, or it has no session at all; 400 when it has not the one that is named
 */
export async function requireSession(
  tenant: TenantStore,
  stateId: number,
  named: SessionSelector,
  now: Date,
): Promise<StateSession> {
  const { state, session, today } = await findSession(tenant, stateId, named, now);
  if (!session)
    throw new Failure(
      'RESOURCE_NOT_FOUND',
      `${state.name} has no session here yet: add it with POST /api/1.0/session.`,
      { target: 'stateId' },
    );
  return { state, session, today };
}
