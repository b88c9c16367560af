// Reads the congress.gov API (github.com/LibraryOfCongress/api.congress.gov, Documentation): the whole list of the bills of a Congress,
// and of its committee meetings. Those that were updated since they were imported are requested: bills with the lists that the API has
// at addresses of their own, and with the roll calls of the House.

import type { Row, RowProblem } from '../../../../shared/import/rows/row-source.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { congressSession } from '../../../../shared/legislature/sessions/congress.ts';
import { importBills } from '../../sources/import-bills.ts';
import { importEvents } from '../../sources/import-events.ts';
import type { BillDraft, EventDraft, RollCallDraft } from '../../sources/read/bill-draft.ts';
import { parseCongressGovBill } from '../../sources/read/congress/gov-bills.ts';
import { parseCongressGovMeeting } from '../../sources/read/congress/gov-meetings.ts';
import { parseHouseVote } from '../../sources/read/congress/gov-votes.ts';
import { parseSafely } from '../../sources/read/parse-safely.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedUnit } from '../record/feed.ts';
import { readOnDays } from '../record/read-on.ts';
import { loadMarks, marksById, putMark } from '../record/store.ts';
import { ProviderPause } from './client.ts';
import { countUnchanged, type FeedReader, leaveSession, type ReaderContext } from './reader.ts';
import { createRowAsker } from './refused-rows.ts';
import { beginUnits, leaveUnit } from './units.ts';

/** The most that a page may have. */
const PAGE_SIZE = 250;
/** So many rows of a page are asked for again with the next one: a bill that is taken out of the list moves the others up. */
const OVERLAP = 10;
const ROWS_PER_PART = 10;
const HOUSE_VOTES = 'house-votes';
/** A Congress that is over is read for so many days more: its last bills are signed, vetoed and numbered as laws then. */
export const READ_ON_DAYS = readOnDays.congress;

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

/** The Congresses that are read at a moment: the present one, and the one before until some days after its end. */
export const congressesAt = (moment: Date): number[] => [
  ...new Set([moment, new Date(moment.getTime() - READ_ON_DAYS * 86_400_000 - 1)].map(congressAt)),
];

/** A row of a list: a bill, or a meeting. */
interface ListedRow {
  readonly id: string;
  readonly path: string;
  readonly hash: string;
}

/** A roll call of the House on a bill. */
interface ListedVote extends ListedRow {
  readonly bill: string;
}

/** What is known of a Congress, loaded once by each worker. */
interface OpenUnit {
  readonly unit: FeedUnit;
  readonly marks: Map<string, string>;
  /** The roll calls of its bills, by bill. */
  readonly votes: ReadonlyMap<string, readonly ListedVote[]>;
  page?: { readonly offset: number; readonly rows: readonly ListedRow[]; readonly isLast: boolean };
}

/** What was read of a row, and what is marked with it. */
interface ReadRow<T> {
  readonly listed: ListedRow;
  readonly row: Row<T>;
  readonly marks: readonly { readonly scope: string; readonly id: string; readonly hash: string }[];
  /** Whether it is asked for again by the next run. */
  readonly isAskedAgain: boolean;
}

/**
 * What changes with a bill: the moment of its last update, with its text. `updateDate` leaves out updates of the text
 * (BillEndpoint.md), but it is the later one where the text came first.
 */
function hashBill(entry: JsonObject): string | undefined {
  const hash = hashUpdates(entry);
  return hash === undefined ? undefined : `${READING} ${hash}`;
}

/** Begins the marks of bills. Another one reads all bills again: the first did not read what followed a veto. */
const READING = '2';

function hashUpdates(entry: JsonObject): string | undefined {
  const [own, withText] = [readText(entry.updateDate), readText(entry.updateDateIncludingText)];
  if (own === undefined || withText === undefined) return withText ?? own;
  return own.slice(0, 10) > withText.slice(0, 10) ? `${withText} ${own}` : withText;
}

export function createCongressGovReader(context: ReaderContext): FeedReader {
  const { tenant, feed, client, now, isInTime } = context;
  let open: OpenUnit | undefined;
  const askForRow = createRowAsker(async () =>
    client.getJson(`/bill/${open?.unit.id ?? congressAt(now())}`, { format: 'json', limit: 1 }),
  );

  const listUnits = (): FeedUnit[] => {
    const chosen = feed.sessions.length > 0 ? feed.sessions : congressesAt(now()).map(String);
    return chosen.flatMap((id): FeedUnit[] => [
      {
        ...{ id, stateId: 0, kind: 'bills', name: `bills of the Congress ${id}` },
        session: congressSession(Number(id)),
      },
      { id, stateId: 0, kind: 'events', name: `committee meetings of the Congress ${id}` },
    ]);
  };

  /** A list, all its pages in one. */
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

  /** The roll calls of the House on bills; the list has no filter (HouseRollCallVoteEndpoint.md). */
  async function listVotes(congress: string): Promise<OpenUnit['votes']> {
    const votes = new Map<string, ListedVote[]>();
    for (const entry of readObjects(await askForList(`/house-vote/${congress}`, 'houseRollCallVotes'))) {
      const [type, number] = [readText(entry.legislationType), readText(entry.legislationNumber)];
      const [session, roll] = [readText(entry.sessionNumber), readText(entry.rollCallNumber)];
      if (type === undefined || number === undefined || session === undefined || roll === undefined) continue;
      const bill = `${type.toLowerCase()}${number}`;
      const vote = {
        ...{ bill, id: `${congress}-${session}-${roll}`, hash: readText(entry.updateDate) ?? '' },
        path: `/house-vote/${congress}/${session}/${roll}`,
      };
      votes.set(bill, [...(votes.get(bill) ?? []), vote]);
    }
    return votes;
  }

  async function openUnit(unit: FeedUnit): Promise<OpenUnit> {
    if (open?.unit.id === unit.id && open.unit.kind === unit.kind) return open;
    const isOfBills = unit.kind === 'bills';
    const marks = await loadMarks(tenant, feed.id, scopeOf(unit));
    open = {
      unit,
      marks: new Map([...marks].map(([id, { hash }]) => [id, hash])),
      votes: isOfBills ? await listVotes(unit.id) : new Map(),
    };
    return open;
  }

  /** The bills of a page. The votes on a bill are a part of what changes. */
  const readBillPage = ({ unit, votes }: OpenUnit, reply: JsonObject): ListedRow[] =>
    readObjects(reply.bills).flatMap((entry) => {
      const [type, number] = [readText(entry.type)?.toLowerCase(), readText(entry.number)];
      const hash = hashBill(entry);
      if (type === undefined || number === undefined || hash === undefined) return [];
      const id = `${type}${number}`;
      const onIt = votes.get(id) ?? [];
      const last = onIt
        .map((vote) => vote.hash)
        .toSorted()
        .at(-1);
      return [
        {
          ...{ id, path: `/bill/${unit.id}/${type}/${number}` },
          hash: last === undefined ? hash : `${hash} ${onIt.length} ${last}`,
        },
      ];
    });

  const readMeetingPage = ({ unit }: OpenUnit, reply: JsonObject): ListedRow[] =>
    readObjects(reply.committeeMeetings).flatMap((entry) => {
      const id = readText(entry.eventId) ?? readText(entry.eventid);
      const chamber = readText(entry.chamber)?.toLowerCase();
      if (id === undefined || chamber === undefined) return [];
      const path = `/committee-meeting/${unit.id}/${chamber}/${id}`;
      return [{ id, path, hash: readText(entry.updateDate) ?? '' }];
    });

  /**
   * A page of the whole list, the latest update first: what is updated meanwhile moves to the front, so that rows come again, and none
   * is passed over. The list is sorted and filtered by `updateDate` alone, which does not know updates of texts, so that every page is
   * looked at in every run; only the rows that changed are asked for.
   */
  async function openPage(of: OpenUnit, offset: number) {
    if (of.page?.offset === offset) return of.page;
    const isOfBills = of.unit.kind === 'bills';
    const path = isOfBills ? `/bill/${of.unit.id}` : `/committee-meeting/${of.unit.id}`;
    const query = { format: 'json', sort: 'updateDate desc', limit: PAGE_SIZE, offset };
    const reply = readObject(await client.getJson(path, query));
    const rows = isOfBills ? readBillPage(of, reply) : readMeetingPage(of, reply);
    const listed = readObjects(isOfBills ? reply.bills : reply.committeeMeetings);
    of.page = { offset, rows, isLast: listed.length < PAGE_SIZE };
    return of.page;
  }

  /** The roll calls of a bill that were not imported as they are now. */
  async function askForVotes(listed: readonly ListedVote[]) {
    const known = await marksById(
      tenant,
      feed.id,
      HOUSE_VOTES,
      listed.map(({ id }) => id),
    );
    const rollCalls: RollCallDraft[] = [];
    const problems: RowProblem[] = [];
    const read: ListedVote[] = [];
    for (const [index, vote] of listed.entries()) {
      if (known[index]?.hash === vote.hash) continue;
      const asked = await askForRow(vote.id, () => askForVote(vote));
      if ('refused' in asked) {
        problems.push(...asked.refused.problems.map((one) => ({ ...one, field: `house-vote ${vote.id}` })));
        continue;
      }
      read.push(vote);
      const rollCall = parseHouseVote(asked.value);
      if ('problems' in rollCall) problems.push(...rollCall.problems);
      else rollCalls.push(rollCall);
    }
    return { rollCalls, problems, read, isWhole: problems.length === 0 };
  }

  /** A roll call with all its members: a reply has so many of them as a page has. */
  async function askForVote({ path }: ListedVote): Promise<JsonObject> {
    const members = new Map<string, JsonObject>();
    let vote: JsonObject = {};
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const reply = await client.getJson(`${path}/members`, { format: 'json', limit: PAGE_SIZE, offset });
      vote = readObject(readObject(reply).houseRollCallVoteMemberVotes);
      const before = members.size;
      for (const member of readObjects(vote.results)) members.set(JSON.stringify(member), member);
      // All at once, or nothing new: there are no more.
      if (members.size === before || members.size - before !== PAGE_SIZE) break;
    }
    return { ...vote, results: [...members.values()] };
  }

  async function askForBill({ path, id }: ListedRow): Promise<Row<BillDraft>> {
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
    return parseSafely(id, () => parseCongressGovBill(id, entry));
  }

  async function readBill(of: OpenUnit, listed: ListedRow): Promise<ReadRow<BillDraft>> {
    const own = { scope: scopeOf(of.unit), id: listed.id, hash: listed.hash };
    const asked = await askForRow(listed.id, () => askForBill(listed));
    if ('refused' in asked) return { listed, row: asked.refused, marks: [], isAskedAgain: true };
    const row = asked.value;
    if (!('record' in row)) return { listed, row, marks: [own], isAskedAgain: false };
    const { rollCalls, problems, read, isWhole } = await askForVotes(of.votes.get(listed.id) ?? []);
    return {
      listed,
      row: { ...row, record: { ...row.record, rollCalls }, leftOut: [...row.leftOut, ...problems] },
      marks: [...(isWhole ? [own] : []), ...read.map(({ id, hash }) => ({ scope: HOUSE_VOTES, id, hash }))],
      isAskedAgain: !isWhole,
    };
  }

  async function readMeeting(of: OpenUnit, listed: ListedRow): Promise<ReadRow<EventDraft>> {
    const name = `meeting ${listed.id}`;
    const asked = await askForRow(name, async () => {
      const reply = readObject(await client.getJson(listed.path, { format: 'json' }));
      return parseSafely(name, () => parseCongressGovMeeting(name, readObject(reply.committeeMeeting)));
    });
    if ('refused' in asked) return { listed, row: asked.refused, marks: [], isAskedAgain: true };
    const marks = [{ scope: scopeOf(of.unit), id: listed.id, hash: listed.hash }];
    return { listed, row: asked.value, marks, isAskedAgain: false };
  }

  /** Rows as far as time and the provider's limit allow. */
  async function readRows<T>(
    listed: readonly ListedRow[],
    read: (one: ListedRow) => Promise<ReadRow<T>>,
  ): Promise<ReadRow<T>[]> {
    const rows: ReadRow<T>[] = [];
    for (const one of listed) {
      if (rows.length > 0 && !isInTime()) break;
      try {
        rows.push(await read(one));
      } catch (error) {
        // What was read is imported first; the next part waits.
        if (error instanceof ProviderPause && rows.length > 0) return rows;
        throw error;
      }
    }
    return rows;
  }

  async function importRows(of: OpenUnit, todo: readonly ListedRow[], run: SourceRun) {
    if (of.unit.kind === 'events') {
      const meetings = await readRows(todo, (one) => readMeeting(of, one));
      await importEvents(
        run,
        meetings.map(({ row }) => row),
      );
      return meetings;
    }
    const bills = await readRows(todo, (one) => readBill(of, one));
    const rows = bills.map(({ row }) => row);
    await importBills(run, { total: rows.length, remarks: [], rows });
    return bills;
  }

  return {
    async readNext(position, run) {
      if (!position.units) return { position: beginUnits(listUnits()), changes: [] };
      const [unit] = position.units;
      if (!unit) return { position: undefined, changes: [] };
      const of = await openUnit(unit);
      const { at: offset = 0, seen = [], refused = [], imported = 0 } = position;
      const { rows, isLast } = await openPage(of, offset);
      const fresh = rows.filter(({ id }) => !seen.includes(id));
      const isOpen = ({ id, hash }: ListedRow): boolean => of.marks.get(id) !== hash && !refused.includes(id);
      const todo = fresh.filter(isOpen);
      const read: readonly ReadRow<unknown>[] = await importRows(of, todo.slice(0, ROWS_PER_PART), run);
      const marks = read.flatMap((one) => one.marks);
      for (const { scope, id, hash } of marks) if (scope === scopeOf(unit)) of.marks.set(id, hash);
      const changes = marks.map(({ scope, id, hash }) => putMark(tenant, feed.id, scope, { id, hash }));
      const again = [...refused, ...read.flatMap((one) => (one.isAskedAgain ? [one.listed.id] : []))];
      const done = imported + read.length;
      if (read.length < todo.length)
        return { position: { ...position, imported: done, refused: again }, changes };
      countUnchanged(run, Math.max(0, fresh.length - done), unit.kind === 'bills' ? 'bills' : 'events');
      const next = {
        ...{ units: position.units, at: offset + PAGE_SIZE - OVERLAP, refused: again },
        seen: rows.map(({ id }) => id),
      };
      return {
        position: isLast ? leaveUnit(position) : next,
        changes,
        ...(isLast && unit.kind === 'bills' && { sessions: leaveSession(unit) }),
      };
    },
  };
}

/** Where the marks of a list are. */
function scopeOf({ id, kind }: FeedUnit): string {
  return kind === 'bills' ? id : `meetings-${id}`;
}
