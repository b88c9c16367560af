// What both readers of Open States share: jurisdictions and their sessions (api-v3, api/jurisdictions.py and api/schemas.py).

import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { nameSession } from '../../sources/read/sessions.ts';
import { readOnDays } from '../record/read-on.ts';
import { ProviderRefusal } from './client.ts';
import type { ReaderContext } from './reader.ts';
import { isChosen, listMissingNames, type Missing } from './units.ts';

/** The Open Civic Data id of a legislature. */
export function jurisdictionOf(stateId: number): string {
  const state = stateById(stateId);
  const place =
    state === undefined || state.kind === 'federal'
      ? ''
      : `/${state.kind}:${state.abbreviation.toLowerCase()}`;
  return `ocd-jurisdiction/country:us${place}/government`;
}

export const nameState = (stateId: number): string => stateById(stateId)?.name ?? String(stateId);

/** The day of the legislature. */
export const dayOf = (stateId: number, now: Date): string =>
  toLocalDate(stateById(stateId)?.timeZone ?? 'UTC', now);

/** A session is read for so many days after its last day: bills are signed, vetoed and chaptered then. */
export const READ_ON_DAYS = readOnDays.openStates;
/** A session whose end is not known is held for two years at most. */
const LONGEST_SESSION_DAYS = 731;

/** A session as Open States lists it. */
export interface ListedSession {
  readonly stateId: number;
  readonly identifier: string;
  readonly entry: JsonObject;
}

/** Whether a session is held, or ended so recently that its bills may still change. An end that is not known is empty. */
export function isRead({ entry }: Pick<ListedSession, 'entry'>, today: string): boolean {
  const [start, end] = [readText(entry.start_date), readText(entry.end_date)];
  if (end !== undefined) return addDays(end.slice(0, 10), READ_ON_DAYS) >= today;
  return start !== undefined && addDays(start.slice(0, 10), LONGEST_SESSION_DAYS) >= today;
}

/** The sessions of each state of a feed, and what Open States does not have. */
interface ChosenSessions {
  readonly byState: readonly { readonly stateId: number; readonly sessions: readonly ListedSession[] }[];
  readonly missing: readonly Missing[];
}

const namesOf = ({ identifier, entry }: ListedSession) => [identifier, readText(entry.name)];

/**
 * The sessions of each state that the feed names, or that are read now, or that have tracked bills which are not decided; or else the
 * latest one.
 */
export async function chooseSessions(context: ReaderContext): Promise<ChosenSessions> {
  const byState: { readonly stateId: number; readonly sessions: readonly ListedSession[] }[] = [];
  const missing: Missing[] = [];
  for (const stateId of context.feed.stateIds) {
    const miss = (reason: string) => void missing.push({ row: nameState(stateId), reason });
    byState.push({ stateId, sessions: await chooseOfState(context, stateId, miss) });
  }
  const found = byState.flatMap(({ sessions }) => sessions).map(namesOf);
  // Where no session is found, each state says so.
  const unknown = found.length > 0 ? listMissingNames(context.feed.sessions, found, context.client.name) : [];
  return { byState, missing: [...missing, ...unknown] };
}

async function chooseOfState(
  { client, feed, now, hasPendingBills }: ReaderContext,
  stateId: number,
  miss: (reason: string) => void,
): Promise<readonly ListedSession[]> {
  const query = { include: 'legislative_sessions' };
  const reply = await client
    .getJson(`/jurisdictions/${jurisdictionOf(stateId)}`, query)
    .catch((error: unknown) => {
      if (error instanceof ProviderRefusal && error.status === 404) return undefined;
      throw error;
    });
  const state = nameState(stateId);
  if (reply === undefined) {
    miss(`Open States does not have ${state}.`);
    return [];
  }
  const today = dayOf(stateId, now());
  const sessions = readObjects(readObject(reply).legislative_sessions)
    .flatMap((entry) => {
      const identifier = readText(entry.identifier);
      return identifier === undefined ? [] : [{ stateId, identifier, entry }];
    })
    .toSorted((a, b) =>
      (readText(b.entry.start_date) ?? '').localeCompare(readText(a.entry.start_date) ?? ''),
    );
  const chosen: ListedSession[] = [];
  for (const session of sessions) {
    const isCurrent =
      isRead(session, today) ||
      (feed.sessions.length === 0 && (await hasPendingBills(nameSession(stateId, session.identifier))));
    if (isChosen(feed.sessions, namesOf(session), isCurrent)) chosen.push(session);
  }
  if (chosen.length > 0) return chosen;
  if (sessions.length === 0) miss(`Open States lists no session of ${state}.`);
  else if (feed.sessions.length > 0)
    miss(
      `Open States has none of the sessions ${feed.sessions.join(', ')} of ${state}; its latest are ${sessions
        .slice(0, 5)
        .map(({ identifier }) => identifier)
        .join(', ')}.`,
    );
  return feed.sessions.length === 0 ? sessions.slice(0, 1) : [];
}
