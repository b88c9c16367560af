// Reads the congress.gov API: bills in the order in which they were updated. Those whose updateDateIncludingText is another one than
// at the last import are requested, with the lists that the API has at addresses of their own.
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/json-object.ts';
import type { Row } from '../../../../shared/import/row-source.ts';
import { readText } from '../../../../shared/import/values.ts';
import { importBills } from '../../sources/import-bills.ts';
import type { BillDraft } from '../../sources/read/bill-draft.ts';
import { parseCongressGovBill } from '../../sources/read/congress-gov-bills.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';
import { marksById, putMark } from '../record/store.ts';
import { ProviderPause } from './client.ts';
import { countUnchanged, type FeedReader, type ReaderContext } from './reader.ts';
import { beginUnits, leaveUnit } from './units.ts';

/** The most that a page may have. */
const PAGE_SIZE = 250;
const BILLS_PER_PART = 10;
const MARKS = 'since';

/** The lists of a bill: address, and member of the reply. */
const LISTS = [
  ['actions', 'actions'],
  ['committees', 'committees'],
  ['cosponsors', 'cosponsors'],
  ['relatedbills', 'relatedBills'],
  ['subjects', 'subjects'],
  ['summaries', 'summaries'],
  ['text', 'textVersions'],
  ['titles', 'titles'],
] as const;

/** The Congress at a moment: the 119th began on 3 January 2025. */
const congressAt = (moment: Date): number =>
  Math.floor((new Date(moment.getTime() - 2 * 86_400_000).getUTCFullYear() - 1787) / 2);

interface ListedBill {
  readonly id: string;
  readonly path: string;
  readonly hash: string;
}

/** A page of the list: its bills that were not on the one before, the moment of its last one, and the place after it. */
interface ListedPage {
  readonly fresh: readonly ListedBill[];
  readonly last: string | undefined;
  readonly next: FeedPosition | undefined;
}

/** The bills of a page of the list. */
const readPage = (reply: unknown, congress: string): ListedBill[] =>
  readObjects(readObject(reply).bills).flatMap((entry) => {
    const [type, number] = [readText(entry.type)?.toLowerCase(), readText(entry.number)];
    const hash = readText(entry.updateDateIncludingText) ?? readText(entry.updateDate);
    if (type === undefined || number === undefined || hash === undefined) return [];
    return [{ id: `${type}${number}`, path: `/bill/${congress}/${type}/${number}`, hash }];
  });

export function createCongressGovReader({ tenant, feed, client, now, isInTime }: ReaderContext): FeedReader {
  let open: { readonly of: string; readonly page: ListedPage } | undefined;

  const listUnits = (): FeedUnit[] =>
    (feed.sessions.length > 0 ? feed.sessions : [String(congressAt(now()))]).map((congress) => ({
      ...{ id: congress, stateId: 0, kind: 'bills' },
    }));

  /** A list of a bill, all its pages in one. */
  async function askForList(path: string, member: string): Promise<unknown> {
    const entries: unknown[] = [];
    for (;;) {
      const reply = readObject(
        await client.getJson(path, { format: 'json', limit: PAGE_SIZE, offset: entries.length }),
      );
      const value = reply[member];
      // Subjects are an object with a list in it.
      if (!Array.isArray(value)) return value ?? [];
      entries.push(...value);
      const count = Number(readText(readObject(reply.pagination).count) ?? 0);
      if (value.length === 0 || entries.length >= count) return entries;
    }
  }

  async function askForBill({ path, id }: ListedBill): Promise<Row<BillDraft>> {
    const reply = readObject(await client.getJson(path, { format: 'json' }));
    const entry: Record<string, unknown> = { ...readObject(reply.bill) };
    for (const [address, member] of LISTS) {
      // The item has the address and the count of a list, and leaves out those that are empty.
      const summary: JsonObject = readObject(readObject(reply.bill)[member]);
      entry[member] =
        readText(summary.count) === undefined || readText(summary.count) === '0'
          ? member === 'subjects'
            ? {}
            : []
          : await askForList(`${path}/${address}`, member);
    }
    return parseCongressGovBill(id, entry);
  }

  async function askForPage(unit: FeedUnit, position: FeedPosition): Promise<ListedPage> {
    const since = position.since ?? (await marksById(tenant, feed.id, MARKS, [unit.id]))[0]?.hash;
    const offset = position.at ?? 0;
    const reply = await client.getJson(`/bill/${unit.id}`, {
      ...{ format: 'json', sort: 'updateDate asc', limit: PAGE_SIZE, offset },
      ...(since !== undefined && { fromDateTime: `${since.slice(0, 10)}T00:00:00Z` }),
    });
    const listed = readPage(reply, unit.id);
    const nameOf = ({ id, hash }: ListedBill): string => `${id} ${hash}`;
    const seen = new Set(position.seen);
    const fresh = listed.filter((bill) => !seen.has(nameOf(bill)));
    const last = listed.at(-1)?.hash ?? since;
    const day = last?.slice(0, 10);
    const ofLast = listed.filter(({ hash }) => hash.slice(0, 10) === day).map(nameOf);
    const { units } = position;
    if (listed.length < PAGE_SIZE) return { fresh, last, next: leaveUnit(position) };
    return day === since?.slice(0, 10)
      ? { fresh, last, next: { units, since, at: offset + PAGE_SIZE, seen: [...seen, ...ofLast] } }
      : { fresh, last, next: { units, since: last, at: 0, seen: ofLast } };
  }

  /** The page at a place, requested once by each worker. */
  async function openPage(unit: FeedUnit, position: FeedPosition): Promise<ListedPage> {
    const of = JSON.stringify([unit.id, position.since, position.at]);
    if (open?.of !== of) open = { of, page: await askForPage(unit, position) };
    return open.page;
  }

  /** Bills as far as time and the provider's limit allow. */
  async function askForBills(bills: readonly ListedBill[]): Promise<Row<BillDraft>[]> {
    const rows: Row<BillDraft>[] = [];
    for (const bill of bills) {
      if (rows.length > 0 && !isInTime()) break;
      try {
        rows.push(await askForBill(bill));
      } catch (error) {
        // What was read is imported first; the next part waits.
        if (error instanceof ProviderPause && rows.length > 0) return rows;
        throw error;
      }
    }
    return rows;
  }

  return {
    async readNext(position, run) {
      if (!position.units) return { position: beginUnits(listUnits()), changes: [] };
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      const { fresh, last, next } = await openPage(unit, position);
      const marks = await marksById(
        tenant,
        feed.id,
        unit.id,
        fresh.map(({ id }) => id),
      );
      const todo = fresh.filter(({ hash }, index) => marks[index]?.hash !== hash);
      const rows = await askForBills(todo.slice(0, BILLS_PER_PART));
      await importBills(run, { total: rows.length, remarks: [], rows });
      const changes = todo.slice(0, rows.length).map((bill) => putMark(tenant, feed.id, unit.id, bill));
      const imported = (position.imported ?? 0) + rows.length;
      if (rows.length < todo.length) return { position: { ...position, imported }, changes };
      countUnchanged(run, fresh.length - imported);
      const read = last === undefined ? [] : [putMark(tenant, feed.id, MARKS, { id: unit.id, hash: last })];
      return { position: next, changes: [...changes, ...read] };
    },
  };
}
