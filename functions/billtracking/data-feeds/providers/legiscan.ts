// What both readers of LegiScan share: its questions, and the sessions of a state.
import type { Change } from '../../../../shared/data/changes.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
} from '../../../../shared/import/tables/json-object.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { parseLegiscanNumber, parseLegiscanSession } from '../../sources/read/legiscan-bills.ts';
import { refuseRow } from '../../sources/read/parse-safely.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedUnit } from '../record/feed.ts';
import { marksById, putMark } from '../record/store.ts';
import { isOfRow, type ProviderClient, type Query } from './client.ts';
import type { ReaderContext } from './reader.ts';
import { isChosen, listMissingNames, reportMissing } from './units.ts';

/** What LegiScan says when it refuses the key, the account or any further request; anything else is about what was asked for. */
const ofAccount =
  /\bapi[ -]?key\b|\baccount\b|\blimit|\bquota\b|\bexceed|\bsuspend|\bexpired\b|\bmaintenance\b|\bunavailable\b|\bauthoriz/i;

/**
 * Asks LegiScan, which answers 200 also when it refuses (API User Manual: `status` is ERROR, and `alert.message` says why).
 * @throws ProviderRefusal with what it says
 */
export async function askLegiscan(client: ProviderClient, op: string, query: Query): Promise<JsonObject> {
  const reply = await client.getJson('/', { op, ...query });
  if (isObject(reply) && readText(reply.status) === 'OK') return reply;
  const said = isObject(reply) ? readText(readObject(reply.alert).message) : undefined;
  throw client.refuse(`LegiScan refuses ${op}.`, said ?? '', {
    isOfRow: said !== undefined && !ofAccount.test(said),
  });
}

/** A list of a reply; LegiScan writes some as objects with numbers for names. */
export const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? readObjects(value) : isObject(value) ? Object.values(value).filter(isObject) : [];

/** The replies of one question for each state of the feed. A state that LegiScan does not give is refused, unless it gives none. */
async function askForStates(
  { feed, client }: ReaderContext,
  { op, member }: { readonly op: string; readonly member: string },
  run: SourceRun,
): Promise<{ readonly stateId: number; readonly entry: JsonObject }[]> {
  const found: { readonly stateId: number; readonly entry: JsonObject }[] = [];
  const errors: Error[] = [];
  for (const stateId of feed.stateIds) {
    const state = stateById(stateId)?.abbreviation ?? '';
    try {
      const reply = await askLegiscan(client, op, { state });
      found.push(...listOf(reply[member]).map((entry) => ({ stateId, entry })));
    } catch (error) {
      if (!isOfRow(error)) throw error;
      errors.push(error);
      const { row, problems } = refuseRow(state, error);
      run.report.refuse('bills', row, problems);
    }
  }
  const [error] = errors;
  if (error && errors.length === feed.stateIds.length) throw error;
  return found;
}

/**
 * Begins the marks of bills. Another one reads all bills again: the first did not read their progress, the second not the ids of texts, the
 * third not what followed a failure or an override.
 */
const READING = '4';

/** What the mark of a bill has: equal text, equal bill. */
export function hashOf(entry: JsonObject): string | undefined {
  const hash = readText(entry.change_hash);
  return hash === undefined ? undefined : `${READING} ${hash}`;
}

/** The names by which a feed may choose a session. */
const namesOfSession = (session: JsonObject): readonly (string | undefined)[] => [
  readText(session.session_id),
  readText(session.session_name),
  readText(session.session_title),
];

/**
 * Whether LegiScan still updates a session. Only `prior` says that it is archived: `sine_die` is set at its adjournment, when bills are
 * signed and vetoed, and a special session changes nothing for the regular one (API User Manual, getSessionList).
 */
const isUpdated = (session: JsonObject): boolean => readText(session.prior) !== '1';

/** The scope of the marks of sessions: whether each was read while it was updated, or once more since. */
const SESSIONS = 'session';
const READ_WHILE_UPDATED = 'updated';
const READ_SINCE = 'archived';

/** The mark of a session that is read to its end. */
export const markSession = ({ tenant, feed }: ReaderContext, { id, isArchived }: FeedUnit): Change =>
  putMark(tenant, feed.id, SESSIONS, { id, hash: isArchived ? READ_SINCE : READ_WHILE_UPDATED });

/** The session that an entry of a list is. */
export function readSession(stateId: number, entry: JsonObject): SessionContent | undefined {
  const state = stateById(stateId);
  return state && parseLegiscanSession(entry, state);
}

/** The numbers of bills in LegiScan's spelling as they are stored. */
export function readNumbers(stateId: number, numbers: readonly string[]): readonly string[] {
  const state = stateById(stateId);
  return state ? numbers.flatMap((text) => parseLegiscanNumber(state, text)?.billNumber ?? []) : [];
}

/** A session, or the data set of one, that the feed reads. */
interface ChosenSession {
  readonly id: string;
  readonly stateId: number;
  readonly entry: JsonObject;
  readonly isArchived: boolean;
}

/**
 * The sessions that the feed names, or that LegiScan updates. One that was read while it was updated is read once more when it is
 * archived: what changed since the last run would be missed otherwise. Where no session is left, the run remarks why.
 */
export async function chooseSessions(
  context: ReaderContext,
  question: { readonly op: string; readonly member: string },
  run: SourceRun,
): Promise<readonly ChosenSession[]> {
  const { tenant, feed } = context;
  const sessions = (await askForStates(context, question, run)).flatMap(
    ({ stateId, entry }): ChosenSession[] => {
      const id = readText(entry.session_id);
      return id === undefined ? [] : [{ id, stateId, entry, isArchived: !isUpdated(entry) }];
    },
  );
  const marks = await marksById(
    tenant,
    feed.id,
    SESSIONS,
    sessions.map(({ id }) => id),
  );
  const chosen = sessions.filter(({ entry, isArchived }, index) =>
    isChosen(feed.sessions, namesOfSession(entry), !isArchived || marks[index]?.hash === READ_WHILE_UPDATED),
  );
  if (chosen.length === 0)
    run.remark([
      feed.sessions.length > 0
        ? `LegiScan has none of the sessions ${feed.sessions.join(', ')}.`
        : 'LegiScan has archived all sessions of these states: name the sessions that the feed is to read.',
    ]);
  else if (feed.sessions.length > 0)
    reportMissing(
      run,
      [
        ...feed.stateIds
          .filter((stateId) => !chosen.some((one) => one.stateId === stateId))
          .map((stateId) => {
            const row = stateById(stateId)?.name ?? String(stateId);
            return { row, reason: `LegiScan has none of the sessions of this feed of ${row}.` };
          }),
        ...listMissingNames(
          feed.sessions,
          chosen.map(({ entry }) => namesOfSession(entry)),
          'LegiScan',
        ),
      ],
      true,
    );
  return chosen;
}
