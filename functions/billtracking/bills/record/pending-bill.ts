// Tracked bills that are not decided, listed by session: what a feed has to read on after adjournment, and what is left when no feed
// reads it any more (docs/interface/billtracking.md#bills-that-no-feed-reads).
import { type Change, ifAbsent, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { Delta } from '../../../../shared/lists/buckets.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import { type BillItem, isTracked, type PendingStage, pendingStages } from './bill.ts';
import { deriveStage } from './outcome.ts';

/** A tracked bill that is not decided. */
export interface PendingBill {
  readonly type: 'pending-bill';
  /** The id of the bill. */
  readonly id: string;
  readonly stateId: number;
  readonly sessionId: number;
  readonly stage: PendingStage;
  readonly billNumber: string;
  /** When a source last gave it new or changed, or first; ISO 8601. */
  readonly importedDate: string;
}

/** That a session has, or had, tracked bills that are not decided. */
interface PendingSession {
  readonly type: 'pending-session';
  readonly sessionId: number;
  readonly stateId: number;
}

/** Where a bill is listed: the session, and how far the bill is. */
interface PendingPlace {
  readonly sessionId: number;
  readonly stage: PendingStage;
}

const pendingKey = (tenant: TenantStore, id: string): Key<PendingBill> => tenant.key(`BILL#${id}`, 'PENDING');

const SESSIONS = 'BILLS-PENDING';
const sessionKey = (tenant: TenantStore, { sessionId }: PendingPlace): Key<PendingSession> =>
  tenant.key(SESSIONS, `SESSION#${sessionId}`);

/** The tracked bills of a session that are not decided, by id. */
export const pendingList = (
  tenant: TenantStore,
  { sessionId, stage }: PendingPlace,
): CountedList<PendingBill> => countedList(tenant, `BILLS-PENDING#${sessionId}#${stage}`);

/** The sessions that have, or had, tracked bills that are not decided. One query. */
export const listPendingSessions = (tenant: TenantStore): Promise<PendingSession[]> =>
  tenant.queryAll(tenant.partition<PendingSession>(SESSIONS), { beginsWith: 'SESSION#' });

/** The tracked bills of a session that are not decided. Two queries. */
export const listPendingBills = async (
  tenant: TenantStore,
  sessionId: number,
): Promise<readonly PendingBill[]> =>
  (
    await Promise.all(
      pendingStages.map((stage) => tenant.queryAll(pendingList(tenant, { sessionId, stage }).listing)),
    )
  ).flat();

/** Those of these bills that are tracked and not decided. One round trip per hundred. */
export const pendingBillsById = async (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<readonly PendingBill[]> =>
  (await tenant.getMany(ids.map((id) => pendingKey(tenant, id)))).filter((bill) => bill !== undefined);

const pendingSort = ({ id }: Pick<BillItem, 'id'>): string => id.padStart(10, '0');

/** The stage in whose list a bill belongs; a bill that was stored without its stage is judged by its status and last action. */
export function choosePendingStage(bill: BillItem): PendingStage | undefined {
  if (!isTracked(bill)) return undefined;
  const stage = bill.stage ?? deriveStage(bill, [{ classification: bill.lastActionType }]);
  return stage === 'DECIDED' ? undefined : stage;
}

/** When a source last gave a bill new or changed, as far as that is recorded. */
const findImportedDate = ({ importedDate, actionsSeenAt, createdDate }: BillItem): string =>
  importedDate ?? actionsSeenAt ?? createdDate;

/** A bill as it was read and as it will be written; each with the stage in whose list it is. */
interface PendingWrite {
  readonly before?: BillItem | undefined;
  readonly after?: BillItem | undefined;
}

const placeOf = (bill: BillItem | undefined): PendingPlace | undefined =>
  bill?.pendingStage && { sessionId: bill.sessionId, stage: bill.pendingStage };

const nameOf = (place: PendingPlace | undefined): string | undefined =>
  place && `${place.sessionId}#${place.stage}`;

/** The items of the bills, and the sessions that are new. */
async function buildItemChanges(tenant: TenantStore, writes: readonly PendingWrite[]): Promise<Change[]> {
  const places = new Map(
    writes.flatMap(({ after }) => {
      const place = placeOf(after);
      return place && after ? [[place.sessionId, { place, stateId: after.stateId }] as const] : [];
    }),
  );
  const sessions = [...places.values()];
  const known =
    sessions.length === 0 ? [] : await tenant.getMany(sessions.map(({ place }) => sessionKey(tenant, place)));
  const added = sessions.flatMap(({ place, stateId }, index) => {
    const item: PendingSession = { type: 'pending-session', sessionId: place.sessionId, stateId };
    return known[index]
      ? []
      : [put(sessionKey(tenant, place), item, { condition: ifAbsent, onConflict: 'retry' })];
  });
  const items = writes.flatMap(({ before, after }): Change[] => {
    const place = placeOf(after);
    if (!after || !place) return before?.pendingStage ? [remove(pendingKey(tenant, before.id))] : [];
    const { id, stateId, sessionId, billNumber } = after;
    const item: PendingBill = {
      ...{ type: 'pending-bill', id, stateId, sessionId, stage: place.stage, billNumber },
      importedDate: findImportedDate(after),
    };
    const listed = { listing: pendingList(tenant, place).listing, sort: pendingSort(after) };
    return [put(pendingKey(tenant, id), item, { listed })];
  });
  return [...added, ...items];
}

/** The changes to the lists of tracked bills that are not decided: one per bill, one per new session, and two to four per list. */
export async function buildPendingChanges(
  tenant: TenantStore,
  writes: readonly PendingWrite[],
): Promise<Change[]> {
  const lists = new Map<string, { readonly place: PendingPlace; readonly deltas: Delta[] }>();
  const count = (bill: BillItem, place: PendingPlace, by: 1 | -1): void => {
    const name = nameOf(place) ?? '';
    const gathered = lists.get(name) ?? { place, deltas: [] };
    gathered.deltas.push({ sort: pendingSort(bill), by });
    lists.set(name, gathered);
  };
  for (const { before, after } of writes) {
    const [from, to] = [placeOf(before), placeOf(after)];
    if (nameOf(from) === nameOf(to)) continue;
    if (before && from) count(before, from, -1);
    if (after && to) count(after, to, 1);
  }
  const counts = [...lists.values()].map(({ place, deltas }) =>
    pendingList(tenant, place).changesFor(deltas),
  );
  const [items, ...changes] = await Promise.all([buildItemChanges(tenant, writes), ...counts]);
  return [...items, ...changes.flat()];
}
