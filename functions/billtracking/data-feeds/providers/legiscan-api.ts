// Reads LegiScan bill by bill: the master list of a session says which bills have changed (change_hash), and only those are asked
// for, with the roll calls that are not stored yet (API user manual: getSessionList, getMasterListRaw, getBill, getRollCall).
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import { importLegiscanBills } from '../../sources/import-legiscan-bills.ts';
import { parseLegiscanBill } from '../../sources/read/legiscan-bills.ts';
import type { LegiscanLookups } from '../../sources/read/legiscan-votes.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedUnit } from '../record/feed.ts';
import { loadMarks, marksById, putMark } from '../record/store.ts';
import { ProviderPause } from './client.ts';
import { askForStates, askLegiscan, isCurrent, listOf, namesOfSession } from './legiscan.ts';
import { countUnchanged, type FeedReader, type ReaderContext } from './reader.ts';
import { beginUnits, isChosen, leaveUnit } from './units.ts';

/** How many bills are requested and imported at once. */
const BILLS_PER_PART = 20;

interface MasterEntry {
  readonly id: string;
  readonly hash: string;
}

/** The session that is being read. */
interface OpenSession {
  readonly unit: FeedUnit;
  readonly todo: MasterEntry[];
  people?: ReadonlyMap<string, JsonObject>;
}

/** A bill as the provider sent it. */
interface AskedBill {
  readonly entry: MasterEntry;
  readonly bill: JsonObject;
  readonly lookups: LegiscanLookups;
}

const ROLL_CALLS = 'votes';

export function createLegiscanApiReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client, isInTime } = context;
  let open: OpenSession | undefined;

  async function listSessions(): Promise<FeedUnit[]> {
    const sessions = await askForStates(context, 'getSessionList', 'sessions');
    return sessions.flatMap(({ stateId, entry }): FeedUnit[] => {
      const id = readText(entry.session_id);
      if (id === undefined || !isChosen(feed.sessions, namesOfSession(entry), isCurrent(entry))) return [];
      return [{ id, stateId, kind: 'bills', name: readText(entry.session_name) }];
    });
  }

  /** The bills of a session that have changed. What is unchanged is counted once, at its beginning. */
  async function openSession(unit: FeedUnit, isBeginning: boolean, run: SourceRun): Promise<OpenSession> {
    const [{ masterlist }, marks] = await Promise.all([
      askLegiscan(client, 'getMasterListRaw', { id: unit.id }),
      loadMarks(tenant, feed.id, unit.id),
    ]);
    const entries = listOf(masterlist).flatMap((entry): MasterEntry[] => {
      const [id, hash] = [readText(entry.bill_id), readText(entry.change_hash)];
      return id === undefined || hash === undefined ? [] : [{ id, hash }];
    });
    const todo = entries.filter(({ id, hash }) => marks.get(id)?.hash !== hash);
    if (isBeginning) countUnchanged(run, entries.length - todo.length);
    return { unit, todo };
  }

  async function loadPeople(session: OpenSession): Promise<ReadonlyMap<string, JsonObject>> {
    if (session.people) return session.people;
    const { sessionpeople } = await askLegiscan(client, 'getSessionPeople', { id: session.unit.id });
    const people = readObjects(readObject(sessionpeople).people);
    session.people = new Map(people.map((one) => [readText(one.people_id) ?? '', one]));
    return session.people;
  }

  /** The roll calls of a bill that were not imported with their votes before, and the people who voted. */
  async function askForRollCalls(session: OpenSession, bill: JsonObject): Promise<LegiscanLookups> {
    const ids = [...new Set(readObjects(bill.votes).flatMap((vote) => readText(vote.roll_call_id) ?? []))];
    const known = await marksById(tenant, feed.id, ROLL_CALLS, ids);
    const rollCalls = new Map<string, JsonObject>();
    for (const [index, id] of ids.entries())
      if (!known[index])
        rollCalls.set(id, readObject((await askLegiscan(client, 'getRollCall', { id })).roll_call));
    return { rollCalls, people: rollCalls.size > 0 ? await loadPeople(session) : new Map() };
  }

  /** Bills with their roll calls, as far as time and the provider's limit allow. */
  async function askForBills(session: OpenSession, entries: readonly MasterEntry[]): Promise<AskedBill[]> {
    const asked: AskedBill[] = [];
    for (const entry of entries) {
      if (asked.length > 0 && !isInTime()) break;
      try {
        const bill = readObject((await askLegiscan(client, 'getBill', { id: entry.id })).bill);
        asked.push({ entry, bill, lookups: await askForRollCalls(session, bill) });
      } catch (error) {
        // What was read is imported first; the next part waits.
        if (error instanceof ProviderPause && asked.length > 0) return asked;
        throw error;
      }
    }
    return asked;
  }

  return {
    async readNext(position, run) {
      if (!position.units) return { position: beginUnits(await listSessions()), changes: [] };
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      if (open?.unit.id !== unit.id) open = await openSession(unit, position.at === undefined, run);
      const entries = open.todo.slice(0, BILLS_PER_PART);
      if (entries.length === 0) return { position: leaveUnit(position), changes: [] };
      const asked = await askForBills(open, entries);
      await importLegiscanBills(
        run,
        asked.map(({ entry, bill, lookups }) => ({
          row: parseLegiscanBill(`bill_id ${entry.id}`, bill, lookups),
          bill,
        })),
      );
      open.todo.splice(0, asked.length);
      const changes = asked.flatMap(({ entry, lookups }) => [
        putMark(tenant, feed.id, unit.id, entry),
        ...[...lookups.rollCalls.keys()].map((id) => putMark(tenant, feed.id, ROLL_CALLS, { id, hash: '' })),
      ]);
      return { position: { ...position, at: (position.at ?? 0) + asked.length }, changes };
    },
  };
}
