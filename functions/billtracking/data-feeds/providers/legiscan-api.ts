// Reads LegiScan bill by bill: the master list of a session says which bills have changed (change_hash), and only those are asked
// for, with the roll calls that are not stored yet (API user manual: getSessionList, getMasterListRaw, getBill, getRollCall). The
// bills that the key's account monitors come last, where the feed reads them.

import type { RefusedRow } from '../../../../shared/import/rows/row-source.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { importLegiscanBills } from '../../sources/import-legiscan-bills.ts';
import { parseLegiscanBill } from '../../sources/read/legiscan-bills.ts';
import { parseSafely, refuseRow } from '../../sources/read/parse-safely.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';
import { loadMarks, marksById, putMark } from '../record/store.ts';
import { ProviderPause } from './client.ts';
import {
  askLegiscan,
  chooseSessions,
  hashOf,
  listOf,
  markSession,
  readNumbers,
  readSession,
} from './legiscan.ts';
import { type AskedBill, type AskedBills, type MasterEntry, sessionOf } from './legiscan-asked.ts';
import {
  askForMonitorList,
  createMonitorListReader,
  isMonitorList,
  monitorListUnit,
} from './legiscan-monitor.ts';
import { countUnchanged, type FeedReader, leaveSession, type ReaderContext } from './reader.ts';
import { createRowAsker } from './refused-rows.ts';
import { beginUnits, leaveUnit } from './units.ts';

/** How many bills are requested and imported at once. */
const BILLS_PER_PART = 20;

/** The session that is being read. */
interface OpenSession {
  readonly unit: FeedUnit;
  readonly todo: MasterEntry[];
  /** The numbers of all its bills. */
  readonly numbers: readonly string[];
}

const ROLL_CALLS = 'votes';

export function createLegiscanApiReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client, isInTime } = context;
  let open: OpenSession | undefined;
  const peopleBySession = new Map<string, ReadonlyMap<string, JsonObject>>();
  const askForRow = createRowAsker(async () =>
    open
      ? askLegiscan(client, 'getMasterListRaw', { id: open.unit.id })
      : askForMonitorList(client, 'current'),
  );

  const listUnits = async (run: SourceRun): Promise<FeedUnit[]> => [
    ...(await chooseSessions(context, { op: 'getSessionList', member: 'sessions' }, run)).map(
      ({ id, stateId, entry, isArchived }): FeedUnit => ({
        ...{ id, stateId, kind: 'bills', name: readText(entry.session_name), isArchived },
        session: readSession(stateId, entry),
      }),
    ),
    ...(feed.readsMonitorList ? [monitorListUnit] : []),
  ];

  /** The bills of a session that have changed. What is unchanged is counted once, at its beginning. */
  async function openSession(
    unit: FeedUnit,
    { at, refused = [] }: FeedPosition,
    run: SourceRun,
  ): Promise<OpenSession> {
    const [{ masterlist }, marks] = await Promise.all([
      askLegiscan(client, 'getMasterListRaw', { id: unit.id }),
      loadMarks(tenant, feed.id, unit.id),
    ]);
    const listed = listOf(masterlist);
    const entries = listed.flatMap((entry): MasterEntry[] => {
      const [id, hash] = [readText(entry.bill_id), hashOf(entry)];
      const [billNumber] = readNumbers(unit.stateId, [readText(entry.number) ?? '']);
      return id === undefined || hash === undefined ? [] : [{ id, hash, billNumber }];
    });
    const changed = entries.filter(({ id, hash }) => marks.get(id)?.hash !== hash);
    if (at === undefined) countUnchanged(run, entries.length - changed.length);
    if (entries.length === 0) run.remark([`LegiScan has no bill of the session ${unit.name ?? unit.id}.`]);
    const numbers = readNumbers(
      unit.stateId,
      listed.flatMap((entry) => readText(entry.number) ?? []),
    );
    return { unit, numbers, todo: changed.filter(({ id }) => !refused.includes(id)) };
  }

  async function loadPeople(sessionId: string): Promise<ReadonlyMap<string, JsonObject>> {
    const known = peopleBySession.get(sessionId);
    if (known) return known;
    const { sessionpeople } = await askLegiscan(client, 'getSessionPeople', { id: sessionId });
    const people = readObjects(readObject(sessionpeople).people);
    const byId = new Map(people.map((one) => [readText(one.people_id) ?? '', one]));
    peopleBySession.set(sessionId, byId);
    return byId;
  }

  /** The roll calls of a bill that were not imported with their votes before, and the people who voted. */
  async function askForRollCalls(bill: JsonObject): Promise<Omit<AskedBill, 'entry' | 'bill'>> {
    const ids = [...new Set(readObjects(bill.votes).flatMap((vote) => readText(vote.roll_call_id) ?? []))];
    const known = await marksById(tenant, feed.id, ROLL_CALLS, ids);
    const rollCalls = new Map<string, JsonObject>();
    const refused: RefusedRow[] = [];
    for (const [index, id] of ids.entries()) {
      if (known[index]) continue;
      const asked = await askForRow(`roll_call_id ${id}`, () => askLegiscan(client, 'getRollCall', { id }));
      if ('value' in asked) rollCalls.set(id, readObject(asked.value.roll_call));
      else refused.push(asked.refused);
    }
    return {
      lookups: { rollCalls, people: rollCalls.size > 0 ? await loadPeople(sessionOf(bill)) : new Map() },
      refused,
    };
  }

  /** Bills with their roll calls, as far as time and the provider's limit allow. */
  async function askForBills(entries: readonly MasterEntry[]): Promise<AskedBills> {
    const bills: AskedBill[] = [];
    const refused: { readonly id: string; readonly row: RefusedRow }[] = [];
    for (const entry of entries) {
      const isBegun = bills.length + refused.length > 0;
      if (isBegun && !isInTime()) break;
      try {
        const row = `bill_id ${entry.id}`;
        const asked = await askForRow(row, () => askLegiscan(client, 'getBill', { id: entry.id }));
        const bill = 'value' in asked ? readObject(asked.value.bill) : {};
        if ('refused' in asked) refused.push({ id: entry.id, row: asked.refused });
        else if (readText(bill.bill_id) === undefined)
          refused.push({
            id: entry.id,
            row: refuseRow(row, new Error('LegiScan answers without the bill.')),
          });
        else bills.push({ entry, bill, ...(await askForRollCalls(bill)) });
      } catch (error) {
        // What was read is imported first; the next part waits.
        if (error instanceof ProviderPause && isBegun) break;
        throw error;
      }
    }
    return { bills, refused };
  }

  /** Imports what was asked for. Returns the marks of what is complete, and the bills that the next run asks for again. */
  async function importAsked(
    { bills, refused }: AskedBills,
    run: SourceRun,
    later: readonly MasterEntry[] = [],
  ) {
    await importLegiscanBills(
      run,
      bills.map(({ entry, bill, lookups }) => {
        const row = `bill_id ${entry.id}`;
        return { row: parseSafely(row, () => parseLegiscanBill(row, bill, lookups)), bill };
      }),
      new Set(later.flatMap(({ billNumber }) => billNumber ?? [])),
    );
    for (const { row } of refused) run.report.refuse('bills', row.row, row.problems);
    for (const { row, problems } of bills.flatMap((one) => one.refused))
      run.report.leaveOut('bills', row, problems);
    return {
      marks: bills.flatMap(({ entry, bill, lookups, refused: missing }) => [
        ...(missing.length > 0
          ? []
          : [putMark(tenant, feed.id, sessionOf(bill), { id: entry.id, hash: entry.hash })]),
        ...[...lookups.rollCalls.keys()].map((id) => putMark(tenant, feed.id, ROLL_CALLS, { id, hash: '' })),
      ]),
      again: [
        ...refused.map(({ id }) => id),
        ...bills.flatMap((one) => (one.refused.length > 0 ? [one.entry.id] : [])),
      ],
    };
  }

  const readMonitorList = createMonitorListReader(context, {
    billsPerPart: BILLS_PER_PART,
    ...{ askForBills, importAsked },
  });

  return {
    async readNext(position, run) {
      if (!position.units) return { position: beginUnits(await listUnits(run)), changes: [] };
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      if (isMonitorList(unit)) {
        open = undefined;
        return readMonitorList(position, run);
      }
      if (open?.unit.id !== unit.id) open = await openSession(unit, position, run);
      const entries = open.todo.slice(0, BILLS_PER_PART);
      if (entries.length === 0)
        return {
          position: leaveUnit(position),
          changes: [markSession(context, unit)],
          sessions: leaveSession(unit, open.numbers),
        };
      const asked = await askForBills(entries);
      const done = asked.bills.length + asked.refused.length;
      const { marks, again } = await importAsked(asked, run, open.todo.slice(done));
      open.todo.splice(0, done);
      return {
        changes: marks,
        position: {
          ...position,
          at: (position.at ?? 0) + done,
          refused: [...(position.refused ?? []), ...again],
        },
      };
    },
  };
}
