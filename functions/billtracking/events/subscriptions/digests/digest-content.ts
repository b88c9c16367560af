// Loads the content of a digest from its queues: the events and bills that still match, with all that changed in them.

import type { ChangedValues } from '../../../../../shared/change-feed/changed-values.ts';
import { changeById, changedValuesById } from '../../../../../shared/change-feed/feed.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { SubjectQueueItem } from '../../../../../shared/subscriptions/subject-queue.ts';
import {
  type BillChange,
  billChanges,
  type SubscriptionItem,
} from '../../../../../shared/subscriptions/subscription.ts';
import { type BillNews, loadBillNews, noNews } from '../../../bills/bill-news.ts';
import { loadTextComparisons } from '../../../bills/documents/comparison/text-comparisons.ts';
import { legislatureDay } from '../../../bills/legislature-day.ts';
import { type BillItem, textChangeFields } from '../../../bills/record/bill.ts';
import { billsById, rowsById } from '../../../bills/record/store.ts';
import { matchesById, searchesById } from '../../../searches/store.ts';
import type { CalendarEvent } from '../../record/calendar-event.ts';
import { eventsById } from '../../record/store.ts';
import { findSeenWindow } from '../deliveries/change-details.ts';
import type { FoundBill } from '../deliveries/subject.ts';
import {
  classifyBillChange,
  coversEvent,
  matchesBill,
  matchesFoundBill,
  matchesOfficialBill,
  touchesFilter,
} from '../matching.ts';
import { type CommitteeMove, isMoveOfFollowed } from '../officials/committee-move.ts';
import { findSponsorNews, findVoteNews, type OfficialNews } from '../officials/official-news.ts';
import type { BillEntry } from './bill-entry.ts';
import type { DigestEntry } from './digest-entry.ts';
import type { EventEntry } from './event-entry.ts';
import { rebuildStates } from './record-history.ts';

const selectSubjectIds = (queues: readonly SubjectQueueItem[], kind: string): string[] =>
  queues.flatMap(({ subject }) => (subject.startsWith(`${kind}#`) ? [subject.slice(kind.length + 1)] : []));

/** A queue with its changes as they happened: the bus may have brought them in any order. An id begins with its moment. */
const sortByMoment = (queue: SubjectQueueItem): SubjectQueueItem => ({
  ...queue,
  waiting: queue.waiting.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
});

type ValuesByChange = ReadonlyMap<string, ChangedValues | undefined>;

/** The bills that searches found, in the order of the queues; one that was archived since is left out. */
async function loadFoundBills(
  tenant: TenantStore,
  { filter }: SubscriptionItem,
  queues: readonly SubjectQueueItem[],
): Promise<FoundBill[]> {
  const matches = await matchesById(tenant, selectSubjectIds(queues, 'bill-match'));
  if (matches.length === 0) return [];
  const [bills, searches] = await Promise.all([
    billsById(tenant, [...new Set(matches.map(({ billId }) => billId))]),
    searchesById(tenant, [...new Set(matches.map(({ searchId }) => searchId))]),
  ]);
  return matches.flatMap((record): FoundBill[] => {
    const bill = bills.find(({ id }) => id === record.billId);
    const search = searches.find(({ id }) => id === record.searchId);
    return bill && search && matchesFoundBill(filter, bill)
      ? [{ kind: 'bill-match', record, bill, searchName: search.name }]
      : [];
  });
}

/** The moves of followed officials between committees, each as its last change left it. Two round trips for each. */
async function loadMoves(
  tenant: TenantStore,
  subscription: SubscriptionItem,
  queues: readonly SubjectQueueItem[],
): Promise<CommitteeMove[]> {
  const ofMembers = queues.filter(({ subject }) => subject.startsWith('membership#'));
  if (ofMembers.length === 0) return [];
  const { loadCommitteeMove } = await import('../officials/load-committee-move.ts');
  const moves = ofMembers.map(async ({ waiting }) => {
    const last = waiting.at(-1);
    const change = last && (await changeById(tenant, last.id));
    return change && isMoveOfFollowed(subscription, change) ? loadCommitteeMove(tenant, change) : undefined;
  });
  return (await Promise.all(moves)).filter((move) => move !== undefined);
}

/** Everything that changed according to a queue. */
function buildDigestEntry<R extends object>(
  record: R,
  { waiting }: SubjectQueueItem,
  values: ValuesByChange,
): DigestEntry<R> {
  return {
    record,
    createdAt: waiting.find(({ type }) => type.endsWith('.created'))?.at,
    fields: [...new Set(waiting.flatMap(({ fields }) => fields))],
    states: rebuildStates(
      record,
      waiting.map(({ id }) => values.get(id)),
    ),
  };
}

/**
 * Whether an event that no longer matches was mailed before and left by its own change; one whose bills were archived
 * alerts nobody.
 */
function hasLeftFilter(
  subscription: SubscriptionItem,
  event: CalendarEvent,
  bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[],
  { waiting, recent }: SubjectQueueItem,
): boolean {
  const wasMailed = recent.some((id) => waiting.every((change) => change.id !== id));
  const unarchived = bills.map(({ id, trackingStatus }) => ({
    id,
    trackingStatus: trackingStatus === 'ARCHIVED' ? ('TRACKING' as const) : trackingStatus,
  }));
  return (
    wasMailed &&
    waiting.some(({ fields }) => touchesFilter(fields)) &&
    !coversEvent(subscription, event, unarchived)
  );
}

/** The kinds of the waiting changes that a subscription covers. */
function listKinds(
  { what }: SubscriptionItem,
  bill: BillItem,
  { waiting }: SubjectQueueItem,
  { actions, rollCalls }: BillNews,
): BillChange[] {
  const kinds = new Set(
    waiting.flatMap(({ type, fields }) => classifyBillChange({ type, data: { fields } }, bill)),
  );
  if (actions.length + rollCalls.length > 0) kinds.add('action');
  if (rollCalls.length > 0) kinds.add('vote');
  return billChanges.filter((kind) => kinds.has(kind) && what.bills.includes(kind));
}

/** What the waiting changes of a bill say of the officials whom a subscription follows. */
function listOfficialNews(
  subscription: SubscriptionItem,
  bill: BillItem,
  { waiting }: SubjectQueueItem,
  values: ValuesByChange,
  { rollCalls }: BillNews,
): OfficialNews[] {
  const [first] = waiting;
  if (!first || !matchesOfficialBill(subscription.filter, bill)) return [];
  return [
    ...waiting.flatMap(({ id, type, at }) =>
      findSponsorNews(subscription, { type, time: at }, bill, values.get(id)?.sponsorsMovedAt),
    ),
    ...findVoteNews(subscription, { type: first.type, time: first.at }, bill, rollCalls),
  ];
}

async function loadBillEntry(
  tenant: TenantStore,
  subscription: SubscriptionItem,
  bill: BillItem,
  queue: SubjectQueueItem,
  values: ValuesByChange,
  begin: Date,
): Promise<BillEntry[]> {
  const { what, filter } = subscription;
  const windows = queue.waiting.flatMap(
    ({ id, type, at }) => findSeenWindow({ type, time: at }, values.get(id)) ?? [],
  );
  const window = { after: windows[0]?.after, upTo: windows.at(-1)?.upTo };
  const news =
    windows.length > 0 &&
    (what.officials !== undefined || what.bills.some((kind) => kind === 'action' || kind === 'vote'))
      ? await loadBillNews(tenant, bill, window)
      : noNews;
  const first = queue.waiting.map(({ at }) => new Date(at)).concat(begin);
  const periodStart = new Date(Math.min(...first.map(Number)));
  const matches = what.bills.length > 0 && matchesBill(filter, bill);
  const officials = listOfficialNews(subscription, bill, queue, values, news);
  if (!matches && officials.length === 0) return [];
  const entry = buildDigestEntry(bill, queue, values);
  const changes = entry.states.flatMap((state) => textChangeFields.flatMap((field) => state[field] ?? []));
  const isOfTexts = textChangeFields.some((field) => entry.fields.includes(field));
  return [
    {
      ...{ ...entry, news, officials },
      comparisons: isOfTexts ? await loadTextComparisons(tenant, changes) : [],
      periodStart: legislatureDay(bill, periodStart),
      kinds: matches ? listKinds(subscription, bill, queue, news) : [],
    },
  ];
}

/**
 * The content of some queues, without bills archived since and events that never matched. At most five round trips, and
 * one per bill that has new actions.
 * @param arrived the queues, their changes in any order
 * @param begin when the period of the digest began
 */
export async function loadDigestContent(
  tenant: TenantStore,
  subscription: SubscriptionItem,
  arrived: readonly SubjectQueueItem[],
  begin: Date,
): Promise<{
  readonly events: readonly EventEntry[];
  readonly bills: readonly BillEntry[];
  readonly found: readonly FoundBill[];
  readonly moves: readonly CommitteeMove[];
}> {
  const queues = arrived.map(sortByMoment);
  const queuesBySubject = new Map(queues.map((queue) => [queue.subject, queue]));
  const changeIds = [...new Set(queues.flatMap(({ waiting }) => waiting.map(({ id }) => id)))];
  const [found, moves, events, bills, values] = await Promise.all([
    loadFoundBills(tenant, subscription, queues),
    loadMoves(tenant, subscription, queues),
    eventsById(tenant, selectSubjectIds(queues, 'calendar-event')),
    billsById(tenant, selectSubjectIds(queues, 'bill')),
    changedValuesById(tenant, changeIds),
  ]);
  const valuesByChange = new Map(changeIds.map((id, index) => [id, values[index]]));
  const candidates = events.flatMap((event) => {
    const queue = queuesBySubject.get(`calendar-event#${event.id}`);
    return queue ? [{ queue, entry: buildDigestEntry(event, queue, valuesByChange) }] : [];
  });
  const rows = await rowsById(tenant, [
    ...new Set(candidates.flatMap(({ entry }) => entry.states.flatMap(({ billIds }) => billIds))),
  ]);
  const billNumbers = new Map(rows.map(({ id, billNumber }) => [id, billNumber]));
  const queuedBills = bills.flatMap((bill) => {
    const queue = queuesBySubject.get(`bill#${bill.id}`);
    return queue ? [{ bill, queue }] : [];
  });
  const entries = await Promise.all(
    queuedBills.map(({ bill, queue }) =>
      loadBillEntry(tenant, subscription, bill, queue, valuesByChange, begin),
    ),
  );
  return {
    found,
    moves,
    events: candidates.flatMap(({ queue, entry }): EventEntry[] => {
      const agenda = rows.filter(({ id }) => entry.record.billIds.includes(id));
      const matches = coversEvent(subscription, entry.record, agenda);
      const hasLeft = !matches && hasLeftFilter(subscription, entry.record, agenda, queue);
      return matches || hasLeft ? [{ ...entry, billNumbers, hasLeft }] : [];
    }),
    bills: entries.flat(),
  };
}
