// Reads the bills that the account of a key monitors at LegiScan, with its stance on each (API User Manual: getMonitorListRaw).
// A bill that is not here yet, or has changed since it was read, is asked for like one of a session.
import type { Change } from '../../../../shared/data/changes.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import type { JsonObject } from '../../../../shared/import/tables/json-object.ts';
import type { NaturalKey } from '../../bills/record/bill.ts';
import { billIdsByNaturalKey } from '../../bills/record/store.ts';
import { parseLegiscanBill } from '../../sources/read/legiscan-bills.ts';
import { parseSafely } from '../../sources/read/parse-safely.ts';
import { createSessionFinder } from '../../sources/session-finder.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';
import { listMonitored, type MonitoredBill, putMonitored } from '../record/monitored-bill.ts';
import type { Stance } from '../record/stance.ts';
import { markMonitorListRead, marksById } from '../record/store.ts';
import type { ProviderClient } from './client.ts';
import { askLegiscan, hashOf, listOf } from './legiscan.ts';
import { type AskedBill, type AskedBills, type MasterEntry, sessionOf } from './legiscan-asked.ts';
import { countUnchanged, type ReaderContext, type ReadPart } from './reader.ts';
import { leaveUnit } from './units.ts';

/** API User Manual, Static Values, Stance. */
const stancesByNumber: Readonly<Record<string, Stance>> = { 0: 'WATCH', 1: 'SUPPORT', 2: 'OPPOSE' };

const MONITOR_LIST = 'monitor-list';

/** The list, as a part of what a run reads. */
export const monitorListUnit: FeedUnit = {
  ...{ id: MONITOR_LIST, stateId: 0, kind: 'bills', name: 'the monitor list' },
};
export const isMonitorList = ({ id }: FeedUnit): boolean => id === MONITOR_LIST;

/** @param record which sessions: those that are current, or those that LegiScan has archived */
export const askForMonitorList = async (
  client: ProviderClient,
  record: 'current' | 'archived',
): Promise<readonly JsonObject[]> =>
  listOf((await askLegiscan(client, 'getMonitorListRaw', { record })).monitorlist);

/** An entry of the list. */
interface MonitorEntry extends MasterEntry {
  readonly state: string;
  readonly number: string;
  readonly stance: Stance;
}

interface OpenList {
  /** The ids of all entries, also of those that were refused. */
  readonly listed: ReadonlySet<string | undefined>;
  readonly entries: ReadonlyMap<string, MonitorEntry>;
  readonly stored: Map<string, MonitoredBill>;
  readonly todo: MonitorEntry[];
}

/** How bills are asked for and imported, one by one. */
interface BillAsker {
  readonly billsPerPart: number;
  askForBills(entries: readonly MasterEntry[]): Promise<AskedBills>;
  importAsked(
    asked: AskedBills,
    run: SourceRun,
  ): Promise<{ readonly marks: readonly Change[]; readonly again: readonly string[] }>;
}

/** What is read of an entry. One whose stance is not understood is refused, and what was read of it before stays. */
function readEntry(entry: JsonObject, run: SourceRun): MonitorEntry | undefined {
  const [id, hash] = [readText(entry.bill_id), hashOf(entry)];
  const text = readText(entry.stance);
  const stance = stancesByNumber[text ?? ''];
  if (id === undefined || hash === undefined || !stance) {
    const problem =
      id === undefined || hash === undefined
        ? { field: '(row)', reason: 'has no bill_id or no change_hash', value: id ?? '' }
        : {
            ...{ field: 'stance', reason: 'is not 0 (watch), 1 (support) or 2 (oppose)' },
            value: text ?? '',
          };
    run.report.refuse('bills', `monitor list, bill_id ${id ?? '(none)'}`, [problem]);
    return undefined;
  }
  return {
    ...{ id, hash, stance },
    state: readText(entry.state) ?? '',
    number: readText(entry.number) ?? '',
  };
}

export function createMonitorListReader(
  { tenant, feed, client, now }: ReaderContext,
  { billsPerPart, askForBills, importAsked }: BillAsker,
) {
  let open: OpenList | undefined;

  /** The ids of bills that were imported, and have not changed since. */
  async function listKnown(stored: readonly MonitoredBill[], entries: OpenList['entries']) {
    const known = new Set<string>();
    for (const [sessionId, bills] of Map.groupBy(stored, (bill) => bill.sessionId)) {
      const ids = bills.map(({ id }) => id);
      const marks = await marksById(tenant, feed.id, sessionId, ids);
      for (const [index, id] of ids.entries())
        if (marks[index] && marks[index].hash === entries.get(id)?.hash) known.add(id);
    }
    return known;
  }

  async function openList({ at, refused = [] }: FeedPosition, run: SourceRun): Promise<OpenList> {
    const [list, stored] = await Promise.all([
      askForMonitorList(client, 'current'),
      listMonitored(tenant, feed.id),
    ]);
    const entries = new Map(
      list.flatMap((entry) => readEntry(entry, run) ?? []).map((entry) => [entry.id, entry]),
    );
    const known = await listKnown(stored, entries);
    const todo = [...entries.values()].filter(({ id }) => !known.has(id) && !refused.includes(id));
    if (at === undefined) countUnchanged(run, known.size);
    if (list.length === 0) run.remark(["The monitor list of the key's account at LegiScan is empty."]);
    const listed = new Set(list.map((entry) => readText(entry.bill_id)));
    return { listed, entries, stored: new Map(stored.map((bill) => [bill.id, bill])), todo };
  }

  /** What is stored of the bills that were imported now. */
  async function buildMonitored(
    { entries, stored }: OpenList,
    bills: readonly AskedBill[],
    run: SourceRun,
  ): Promise<Change[]> {
    const sessions = createSessionFinder(tenant, run);
    const found: { readonly entry: MonitorEntry; readonly sessionId: string; readonly key: NaturalKey }[] =
      [];
    for (const { entry, bill, lookups } of bills) {
      const row = parseSafely(entry.id, () => parseLegiscanBill(entry.id, bill, lookups));
      const monitored = entries.get(entry.id);
      if (!('record' in row) || !monitored) continue;
      const { content, session } = row.record;
      const { identifier } = await sessions.find(session);
      const key = { stateId: content.stateId, session: identifier, billNumber: content.billNumber };
      found.push({ entry: monitored, sessionId: sessionOf(bill), key });
    }
    const ids = await billIdsByNaturalKey(
      tenant,
      found.map(({ key }) => key),
    );
    return found.flatMap(({ entry: { id, state, number, stance }, sessionId }, index) => {
      const billId = ids[index];
      const before = stored.get(id);
      if (billId === undefined) return [];
      const { applied } = before ?? {};
      const after = { id, state, number, stance, sessionId, billId, ...(applied && { applied }) };
      return [putMonitored(tenant, feed.id, before, after)];
    });
  }

  /**
   * The changes of bills that were read before: another stance, or that the account no longer monitors them. LegiScan moves the bills
   * of an archived session to another list, where their owner did not remove them.
   */
  async function buildChanges({ listed, entries }: OpenList): Promise<Change[]> {
    const stored = await listMonitored(tenant, feed.id);
    const missing = stored.filter(({ id, removedDate }) => !listed.has(id) && !removedDate);
    const archived =
      missing.length > 0
        ? new Set((await askForMonitorList(client, 'archived')).map((entry) => readText(entry.bill_id)))
        : new Set();
    return stored.flatMap((before) => {
      const entry = entries.get(before.id);
      const { removedDate, ...bill } = before;
      if (entry && (entry.stance !== before.stance || removedDate !== undefined))
        return [putMonitored(tenant, feed.id, before, { ...bill, stance: entry.stance })];
      if (listed.has(before.id) || removedDate !== undefined || archived.has(before.id)) return [];
      return [putMonitored(tenant, feed.id, before, { ...bill, removedDate: now().toISOString() })];
    });
  }

  return async function readMonitorList(position: FeedPosition, run: SourceRun): Promise<ReadPart> {
    open ??= await openList(position, run);
    const entries = open.todo.slice(0, billsPerPart);
    if (entries.length === 0) {
      const changes = await buildChanges(open);
      return {
        position: leaveUnit(position),
        changes: [...changes, markMonitorListRead(tenant, feed.id, now())],
      };
    }
    const asked = await askForBills(entries);
    const { marks, again } = await importAsked(asked, run);
    const monitored = await buildMonitored(open, asked.bills, run);
    open.todo.splice(0, asked.bills.length + asked.refused.length);
    return {
      changes: [...marks, ...monitored],
      position: {
        ...position,
        at: (position.at ?? 0) + asked.bills.length + asked.refused.length,
        refused: [...(position.refused ?? []), ...again],
      },
    };
  };
}
