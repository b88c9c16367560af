// Reads Open States' API v3: bills in the order in which they were updated, from the moment of the last run on, then events.
// The next page begins at the moment of the last bill, because page numbers shift while bills change.
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/json-object.ts';
import { readText } from '../../../../shared/import/values.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { importBills } from '../../sources/import-bills.ts';
import { importEvents } from '../../sources/import-events.ts';
import { parseOpenStatesBills } from '../../sources/read/openstates-bills.ts';
import { parseOpenStatesEvents } from '../../sources/read/openstates-events.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';
import { marksById, putMark } from '../record/store.ts';
import { chooseSessions, jurisdictionOf } from './open-states.ts';
import type { FeedReader, ReaderContext, ReadPart } from './reader.ts';
import { beginUnits, leaveUnit } from './units.ts';

/** The most that a page of bills or events may have. */
export const PAGE_SIZE = 20;

/** Everything that the reader of bills takes. */
const BILL_PARTS = [
  ...[
    'sponsorships',
    'abstracts',
    'other_titles',
    'actions',
    'sources',
    'versions',
    'votes',
    'related_bills',
  ],
] as const;
const EVENT_PARTS = ['links', 'sources', 'participants', 'agenda'] as const;

/** Events up to so many days ago are read again: they may have moved or been cancelled. */
export const EVENT_DAYS = 7;
const MARKS = 'since';

const resultsOf = (reply: unknown): readonly JsonObject[] => readObjects(readObject(reply).results);
const isLastPage = (reply: unknown, page: number): boolean =>
  page >= Number(readText(readObject(readObject(reply).pagination).max_page) ?? 1);

/** The parameters of a page of events. */
export const buildEventsQuery = ({ stateId }: Pick<FeedUnit, 'stateId'>, page: number, now: Date) => ({
  jurisdiction: jurisdictionOf(stateId),
  deleted: 'true',
  after: `${addDays(now.toISOString().slice(0, 10), -EVENT_DAYS)}T00:00:00`,
  ...{ page, per_page: PAGE_SIZE, include: EVENT_PARTS },
});

export function createOpenStatesApiReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client, now } = context;

  async function listUnits(): Promise<FeedUnit[]> {
    const units: FeedUnit[] = [];
    for (const stateId of feed.stateIds) {
      const sessions = await chooseSessions(context, stateId);
      units.push(
        ...sessions.map(
          ({ identifier }): FeedUnit => ({ id: identifier, stateId, kind: 'bills', name: identifier }),
        ),
        { id: 'events', stateId, kind: 'events' },
      );
    }
    return units;
  }

  async function readBills(unit: FeedUnit, position: FeedPosition, run: SourceRun): Promise<ReadPart> {
    const id = `${unit.stateId} ${unit.id}`;
    const since = position.since ?? (await marksById(tenant, feed.id, MARKS, [id]))[0]?.hash;
    const page = position.at ?? 1;
    const reply = await client.getJson('/bills', {
      ...{ jurisdiction: jurisdictionOf(unit.stateId), session: unit.id, sort: 'updated_asc' },
      ...(since !== undefined && { updated_since: since }),
      ...{ page, per_page: PAGE_SIZE, include: BILL_PARTS },
    });
    const results = resultsOf(reply);
    const nameOf = (bill: JsonObject): string => `${readText(bill.id)} ${readText(bill.updated_at)}`;
    const seen = new Set(position.seen);
    const fresh = results.filter((bill) => !seen.has(nameOf(bill)));
    await importBills(run, parseOpenStatesBills(fresh, `${unit.id} since ${since ?? 'the beginning'} `));
    const last = results.flatMap((bill) => readText(bill.updated_at) ?? []).at(-1) ?? since;
    const changes = last === undefined ? [] : [putMark(tenant, feed.id, MARKS, { id, hash: last })];
    if (isLastPage(reply, page)) return { position: leaveUnit(position), changes };
    const ofLast = results.filter((bill) => readText(bill.updated_at) === last).map(nameOf);
    return {
      changes,
      position:
        last === since
          ? { ...position, since, at: page + 1, seen: [...seen, ...ofLast] }
          : { ...position, since: last, at: 1, seen: ofLast },
    };
  }

  /** Events that were deleted are among them, and become cancelled. */
  async function readEvents(unit: FeedUnit, position: FeedPosition, run: SourceRun): Promise<ReadPart> {
    const page = position.at ?? 1;
    const reply = await client.getJson('/events', buildEventsQuery(unit, page, now()));
    await importEvents(run, parseOpenStatesEvents(resultsOf(reply), `events page ${page} `));
    return {
      position: isLastPage(reply, page) ? leaveUnit(position) : { ...position, at: page + 1 },
      changes: [],
    };
  }

  return {
    async readNext(position, run) {
      if (!position.units) return { position: beginUnits(await listUnits()), changes: [] };
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      return unit.kind === 'bills' ? readBills(unit, position, run) : readEvents(unit, position, run);
    },
  };
}
