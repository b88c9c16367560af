// Reads Open States' API v3, by its source (github.com/openstates/api-v3: api/bills.py, api/events.py, api/pagination.py): bills in the
// order in which they were updated, from the moment of the last run on, then events: those that were deleted are held until the others are read,
// because one that has moved is deleted and created under another id.
// The next page begins at the moment of the last bill, because page numbers shift while bills change.

import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { listHeldDeletions } from '../../events/record/history-store.ts';
import { importBills } from '../../sources/import-bills.ts';
import {
  cancelHeldEvents,
  findDeletedEvents,
  holdDeletedEvents,
  releaseDeletedEvents,
} from '../../sources/import-deleted-events.ts';
import { importEvents } from '../../sources/import-events.ts';
import { parseOpenStatesBills } from '../../sources/read/openstates-bills.ts';
import { parseOpenStatesEvents } from '../../sources/read/openstates-events.ts';
import { nameSession } from '../../sources/read/sessions.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';
import { marksById, putMark } from '../record/store.ts';
import { isOfRow, ProviderFailure, ProviderRefusal, type Query } from './client.ts';
import { chooseSessions, dayOf, jurisdictionOf, nameState } from './open-states.ts';
import { type FeedReader, type FeedRun, leaveSession, type ReaderContext, type ReadPart } from './reader.ts';
import { beginUnits, leaveUnit, reportMissing } from './units.ts';

/** The most that a page of bills or events may have. */
export const PAGE_SIZE = 20;

/** Of a page that can't be read, the bills are asked for in smaller ones, so that a single one is left out. */
const SMALLER_PAGES: Readonly<Record<number, number>> = { [PAGE_SIZE]: 5, 5: 1 };
/** After so many bills one after the other, the fault is not one of single bills. */
const MAX_SKIPPED = 5;

/** Everything that the reader of bills takes. */
const BILL_PARTS: readonly string[] = [
  ...['sponsorships', 'abstracts', 'other_titles', 'actions', 'sources'],
  ...['documents', 'versions', 'votes', 'related_bills'],
];
const EVENT_PARTS: readonly string[] = ['links', 'sources', 'documents', 'participants', 'agenda'];
/** The unit of deleted events, which the API has apart, and that of cancelling those which did not come back under another id. */
const DELETED = 'deleted-events';
const HELD = 'held-events';

/** Events up to so many days ago are read again: they may have moved or been cancelled. */
export const EVENT_DAYS = 7;
const MARKS = 'since';

const resultsOf = (reply: unknown): readonly JsonObject[] => readObjects(readObject(reply).results);
const isLastPage = (reply: unknown, page: number): boolean =>
  page >= Number(readText(readObject(readObject(reply).pagination).max_page) ?? 1);

/**
 * The parameters of a page of events. The API compares `deleted` for equality: it has either those that are deleted or the others. Of
 * the deleted ones only those of today and later are asked for: Open States also deletes what a legislature no longer lists.
 */
export const buildEventsQuery = (
  { stateId, id }: Pick<FeedUnit, 'stateId'> & Partial<Pick<FeedUnit, 'id'>>,
  page: number,
  now: Date,
) => ({
  jurisdiction: jurisdictionOf(stateId),
  deleted: id === DELETED ? 'true' : 'false',
  after: `${addDays(dayOf(stateId, now), id === DELETED ? 0 : -EVENT_DAYS)}T00:00:00`,
  ...{ page, per_page: PAGE_SIZE, include: EVENT_PARTS },
});

/** The API refuses a page after the last one, which there is when a bill has left the list (api/pagination.py: 404). */
const isNoPage = (error: unknown, page: number): boolean =>
  page > 1 && error instanceof ProviderRefusal && error.status === 404;

/** A moment as Python reads it everywhere: `fromisoformat` refuses a Z before version 3.11. */
const toPythonMoment = (moment: string): string => moment.replace(/Z$/, '+00:00');

export function createOpenStatesApiReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client, now } = context;

  async function listUnits(run: FeedRun): Promise<FeedUnit[]> {
    const units: FeedUnit[] = [];
    const { byState, missing } = await chooseSessions(context);
    for (const { stateId, sessions } of byState) {
      // A named session that is not there says nothing of the events; a state that is not there has none.
      if (sessions.length === 0 && feed.sessions.length === 0) continue;
      units.push(
        ...sessions.map(
          ({ identifier }): FeedUnit => ({
            ...{ id: identifier, stateId, kind: 'bills', name: identifier },
            session: nameSession(stateId, identifier),
          }),
        ),
        { id: DELETED, stateId, kind: 'events' },
        { id: 'events', stateId, kind: 'events' },
        { id: HELD, stateId, kind: 'events' },
      );
    }
    // The events of a state are read also where a session that the feed names is not there.
    const isAnyFound = byState.some(({ sessions }) => sessions.length > 0);
    reportMissing(run, missing, isAnyFound);
    return units;
  }

  /** A page of a list; an empty last one when there are fewer pages by now. */
  const getPage = (page: number, path: string, query: Query): Promise<unknown> =>
    client.getJson(path, query).catch((error: unknown) => {
      if (!isNoPage(error, page)) throw error;
      return { results: [], pagination: { max_page: page } };
    });

  async function readBills(unit: FeedUnit, position: FeedPosition, run: SourceRun): Promise<ReadPart> {
    const id = `${unit.stateId} ${unit.id}`;
    const since = position.since ?? (await marksById(tenant, feed.id, MARKS, [id]))[0]?.hash;
    const page = position.at ?? 1;
    const size = position.around?.size ?? PAGE_SIZE;
    const smaller = SMALLER_PAGES[size];
    const reply = await getPage(page, '/bills', {
      ...{ jurisdiction: jurisdictionOf(unit.stateId), session: unit.id, sort: 'updated_asc' },
      ...(since !== undefined && { updated_since: toPythonMoment(since) }),
      ...{ page, per_page: size, include: BILL_PARTS },
    }).catch((error: unknown) => {
      // One bill that it fails at, or that takes too long, must not hide the others.
      if (smaller !== undefined && (error instanceof ProviderFailure || isOfRow(error))) return undefined;
      throw error;
    });
    if (reply === undefined) {
      const around = { size: smaller ?? 1, left: position.around?.left ?? PAGE_SIZE, skipped: 0 };
      const at = ((page - 1) * size) / around.size + 1;
      return { position: { ...position, since, at, around }, changes: [] };
    }
    const results = resultsOf(reply);
    const left = (position.around?.left ?? 0) - results.length;
    const around = left > 0 ? { size, left, skipped: 0 } : undefined;
    if (results.length === 0 && since === undefined)
      run.remark([`Open States has no bill of the session ${unit.id} of ${nameState(unit.stateId)}.`]);
    const nameOf = (bill: JsonObject): string => `${readText(bill.id)} ${readText(bill.updated_at)}`;
    const seen = new Set(position.seen);
    const fresh = results.filter((bill) => !seen.has(nameOf(bill)));
    await importBills(run, parseOpenStatesBills(fresh, `${unit.id} since ${since ?? 'the beginning'} `));
    const last = results.flatMap((bill) => readText(bill.updated_at) ?? []).at(-1) ?? since;
    const changes = last === undefined ? [] : [putMark(tenant, feed.id, MARKS, { id, hash: last })];
    if (isLastPage(reply, page))
      return { position: leaveUnit(position), changes, sessions: leaveSession(unit) };
    // The page after it, of as many rows as are asked for from now on; those that come again are known.
    const nextPage = Math.floor((page * size) / (around?.size ?? PAGE_SIZE)) + 1;
    const ofLast = results.filter((bill) => readText(bill.updated_at) === last).map(nameOf);
    return {
      changes,
      position:
        last === since
          ? { ...position, since, around, at: nextPage, seen: [...seen, ...ofLast] }
          : { ...position, since: last, around, at: 1, seen: ofLast },
    };
  }

  async function readEvents(unit: FeedUnit, position: FeedPosition, run: SourceRun): Promise<ReadPart> {
    if (unit.id === HELD) {
      await cancelHeldEvents(run, unit.stateId);
      return { position: leaveUnit(position), changes: [] };
    }
    const page = position.at ?? 1;
    const query = buildEventsQuery(unit, page, now());
    const reply = await getPage(page, '/events', query);
    const isDeleted = unit.id === DELETED;
    const rows = parseOpenStatesEvents(
      resultsOf(reply),
      `${isDeleted ? 'deleted ' : ''}events page ${page} `,
    );
    if (isDeleted) {
      if (page === 1) await releaseDeletedEvents(run, unit.stateId);
      await holdDeletedEvents(run, unit.stateId, await findDeletedEvents(run, rows));
    } else {
      const held = await listHeldDeletions(tenant, run.source, unit.stateId);
      await importEvents(run, rows, { kind: 'open' }, new Set(held.map(({ eventId }) => eventId)));
    }
    if (rows.length === 0 && page === 1 && !isDeleted)
      run.remark([
        `Open States has no event of ${nameState(unit.stateId)} from ${query.after.slice(0, 10)} on.`,
      ]);
    return {
      position: isLastPage(reply, page) ? leaveUnit(position) : { ...position, at: page + 1 },
      changes: [],
    };
  }

  return {
    skipRow(position) {
      const { around, at = 1 } = position;
      if (around?.size !== 1 || around.skipped === MAX_SKIPPED) return undefined;
      return { ...position, at: at + 1, around: { ...around, skipped: around.skipped + 1 } };
    },
    async readNext(position, run) {
      if (!position.units) return { position: beginUnits(await listUnits(run)), changes: [] };
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      return unit.kind === 'bills' ? readBills(unit, position, run) : readEvents(unit, position, run);
    },
  };
}
