// A page of the tracked bills that are not decided and that no feed reads.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PageRequest } from '../../../../shared/lists/page.ts';
import type { PendingStage } from '../../bills/record/bill.ts';
import { type PendingBill, pendingBillsById, pendingList } from '../../bills/record/pending-bill.ts';
import type { SessionRead } from '../record/session-read.ts';
import { type CoveredSession, loadCoverage } from './load-coverage.ts';
import { assessReading, type Unread, type UnreadReason } from './rules.ts';

interface UnreadFilter {
  readonly stateId?: number | undefined;
  readonly sessionId?: number | undefined;
  readonly stage?: PendingStage | undefined;
  readonly reason?: UnreadReason | undefined;
}

/** A tracked bill that no feed reads, and why. */
export interface UnreadBill extends Unread {
  readonly pending: PendingBill;
  readonly stage: PendingStage;
  readonly covered: CoveredSession;
}

/** Bills that are next to each other in the list, and how to read some of them. */
interface Part {
  readonly total: number;
  readonly read: (from: number, to: number) => Promise<readonly UnreadBill[]>;
}

/** The bills of a session in one stage: at most two pages of a counted list. */
function listOfStage(
  tenant: TenantStore,
  covered: CoveredSession,
  { stage, bills }: CoveredSession['stages'][number],
  unread: Unread,
): Part {
  const list = pendingList(tenant, { sessionId: covered.session.id, stage });
  return {
    total: bills,
    async read(from, to) {
      const pageSize = to - from;
      const first = Math.floor(from / pageSize);
      const numbers = first * pageSize === from ? [first] : [first, first + 1];
      const pages = await Promise.all(numbers.map((pageIndex) => list.page({ pageIndex, pageSize })));
      const rows = pages.flatMap(({ items }) => items);
      const start = from - first * pageSize;
      return rows.slice(start, start + pageSize).map((pending) => ({ ...unread, pending, stage, covered }));
    },
  };
}

/** The ids of bills that none of the feeds which read a session finds there, with when each last did. */
function listMissing(reads: readonly SessionRead[]): ReadonlyMap<string, string | undefined> {
  const [first, ...others] = reads;
  const isMissing = (id: string): boolean =>
    others.every(({ missing = [] }) => missing.some((one) => one.id === id));
  return new Map(
    (first?.missing ?? []).filter(({ id }) => isMissing(id)).map((one) => [one.id, one.lastSeenDate]),
  );
}

/** The bills that are no longer in the lists of a session which feeds read. Feeds name at most some hundred of them. */
async function listRemoved(
  tenant: TenantStore,
  covered: CoveredSession,
  reads: readonly SessionRead[],
  filter: UnreadFilter,
): Promise<Part | undefined> {
  const missing = listMissing(reads);
  const pending = await pendingBillsById(tenant, [...missing.keys()]);
  const open = covered.stages.map(({ stage }) => stage);
  const bills = pending.flatMap((one): UnreadBill[] => {
    const isListed =
      one.sessionId === covered.session.id &&
      open.includes(one.stage) &&
      (filter.stage ?? one.stage) === one.stage;
    return isListed
      ? [{ reason: 'NOT_IN_SOURCE', since: missing.get(one.id), pending: one, stage: one.stage, covered }]
      : [];
  });
  return bills.length === 0
    ? undefined
    : { total: bills.length, read: async (from, to) => bills.slice(from, to) };
}

async function listParts(
  tenant: TenantStore,
  covered: CoveredSession,
  filter: UnreadFilter,
  now: Date,
): Promise<readonly Part[]> {
  const reading = assessReading(covered, now);
  if (!('reason' in reading)) {
    if ((filter.reason ?? 'NOT_IN_SOURCE') !== 'NOT_IN_SOURCE') return [];
    const removed = await listRemoved(tenant, covered, reading, filter);
    return removed ? [removed] : [];
  }
  if ((filter.reason ?? reading.reason) !== reading.reason) return [];
  return covered.stages
    .filter(({ stage }) => (filter.stage ?? stage) === stage)
    .map((stage) => listOfStage(tenant, covered, stage, reading));
}

/** A page of the bills, by state and session, and the number of all of them. */
export async function findUnreadBills(
  tenant: TenantStore,
  filter: UnreadFilter,
  { page, pageSize }: PageRequest,
  now: Date,
): Promise<{ readonly bills: readonly UnreadBill[]; readonly total: number }> {
  const stateIds = filter.stateId === undefined ? undefined : [filter.stateId];
  const sessions = (await loadCoverage(tenant, { stateIds, now })).filter(
    ({ session }) => (filter.sessionId ?? session.id) === session.id,
  );
  const parts = (
    await Promise.all(sessions.map((covered) => listParts(tenant, covered, filter, now)))
  ).flat();
  const [first, last] = [(page - 1) * pageSize, page * pageSize];
  let start = 0;
  const pages: Promise<readonly UnreadBill[]>[] = [];
  for (const { total, read } of parts) {
    const [from, to] = [Math.max(0, first - start), Math.min(total, last - start)];
    if (from < to) pages.push(read(from, to));
    start += total;
  }
  return { bills: (await Promise.all(pages)).flat(), total: start };
}
