// Writes incoming bills: first what stands beside them, then each with its row and the counts of the lists.

import { type Change, commit, put, remove } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type BillItem, billKey, defaultTracking } from './bill.ts';
import { rowSortKey } from './bill-row.ts';
import type { CompleteBill } from './incoming-bill.ts';
import { numberRollCalls } from './number-roll-calls.ts';
import {
  ACTIONS_PER_PART,
  actionsKey,
  listRollCalls,
  putBills,
  rebalanceLists,
  reverseRelationKey,
  rollCallKey,
} from './store.ts';

/** A bill with its number and the hash of what is to be kept. */
export interface PlannedBill {
  readonly id: string;
  readonly hash: string;
  readonly bill: CompleteBill;
}

/** DynamoDB's limits on a transaction, with room to spare. */
const CHANGES_PER_COMMIT = 90;
const BYTES_PER_COMMIT = 3_000_000;

/** A bill is two changes, and at worst four counts of lists. */
const BILLS_PER_COMMIT = 15;

/** Writes bills over what is kept of them. What the tenant makes of a bill stays, also when it changes meanwhile. */
export async function writeBills(
  tenant: TenantStore,
  plans: readonly PlannedBill[],
  kept: ReadonlyMap<string, BillItem>,
  now: Date,
): Promise<void> {
  const beside: Change[] = [];
  for (const plan of plans) beside.push(...(await buildRelatedChanges(tenant, plan, kept.get(plan.id))));
  const sizeOfChange = ({ action }: Change): number => Buffer.byteLength(JSON.stringify(action));
  for (const batch of splitIntoBatches(beside, sizeOfChange, CHANGES_PER_COMMIT)) await commit(batch);
  // In the order of the lists, neighbours share the counters that change with them.
  const inOrder = plans
    .map((plan) => ({ plan, sort: rowSortKey({ ...plan.bill.content, id: plan.id }) }))
    .sort((a, b) => (a.sort < b.sort ? -1 : 1));
  const sizeOfBill = ({ bill }: PlannedBill): number => 2 * Buffer.byteLength(JSON.stringify(bill.content));
  const batches = splitIntoBatches(
    inOrder.map(({ plan }) => plan),
    sizeOfBill,
    BILLS_PER_COMMIT,
  );
  for (const batch of batches) await writeBatch(tenant, batch, now);
}

/** Items in batches that a transaction holds. */
function splitIntoBatches<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const batch = batches.at(-1);
    bytes += size;
    if (batch && batch.length < most && bytes <= BYTES_PER_COMMIT) batch.push(item);
    else {
      batches.push([item]);
      bytes = size;
    }
  }
  return batches;
}

const keyText = ({ pk, sk }: Key<unknown>): string => JSON.stringify([pk, sk]);

/** The removal of what was kept and is no longer told. */
const removeMissing = (kept: readonly Key<unknown>[], told: readonly Key<unknown>[]): Change[] => {
  const isTold = new Set(told.map(keyText));
  return kept.filter((key) => !isTold.has(keyText(key))).map((key) => remove(key));
};

/** What stands beside a bill: its actions, its roll calls, and what it says of others. */
async function buildRelatedChanges(
  tenant: TenantStore,
  { id, bill: { content, actions, rollCalls } }: PlannedBill,
  before: BillItem | undefined,
): Promise<Change[]> {
  const partsOf = (many: number): number[] => [...Array(Math.ceil(many / ACTIONS_PER_PART)).keys()];
  const parts = partsOf(actions.length);
  const keptCalls = before ? await listRollCalls(tenant, id, { consistent: true }) : [];
  const calls = numberRollCalls(keptCalls, rollCalls);
  // Two relations to one bill are one entry: a transaction changes an item once.
  const related = new Map(
    content.relations.map((to) => [keyText(reverseRelationKey(tenant, to, id)), to] as const),
  );
  return [
    ...parts.map((part) =>
      put(actionsKey(tenant, id, part), {
        type: 'bill-actions',
        actions: actions.slice(part * ACTIONS_PER_PART, (part + 1) * ACTIONS_PER_PART),
      }),
    ),
    ...calls.map((rollCall) => put(rollCallKey(tenant, id, rollCall.number), rollCall)),
    ...[...related.values()].map((to) =>
      put(reverseRelationKey(tenant, to, id), { type: 'bill-related', billId: id, relation: to.relation }),
    ),
    ...removeMissing(
      [
        ...partsOf(before?.actionCount ?? 0).map((part) => actionsKey(tenant, id, part)),
        ...keptCalls.map(({ number }) => rollCallKey(tenant, id, number)),
        ...(before?.relations ?? []).map((to) => reverseRelationKey(tenant, to, id)),
      ],
      [
        ...parts.map((part) => actionsKey(tenant, id, part)),
        ...calls.map(({ number }) => rollCallKey(tenant, id, number)),
        ...content.relations.map((to) => reverseRelationKey(tenant, to, id)),
      ],
    ),
  ];
}

/** The bill with what a source tells of it, one version on; a new one is not tracked. */
function applyImport(
  { id, hash, bill: { content, actions, rollCalls } }: PlannedBill,
  before: BillItem | undefined,
  now: Date,
): BillItem {
  const moment = now.toISOString();
  const { trackingStatus, trackingLevelId, position, positions, priority } = before ?? defaultTracking;
  const { assignedPersonIds, assignedGroups, tags, userTags } = before ?? defaultTracking;
  return {
    ...content,
    trackingStatus,
    trackingLevelId,
    position,
    positions,
    priority,
    assignedPersonIds,
    assignedGroups,
    tags,
    userTags,
    type: 'bill',
    id,
    contentHash: hash,
    actionCount: actions.length,
    lastActionType: actions.at(-1)?.classification,
    rollCallCount: rollCalls.length,
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

async function writeBatch(tenant: TenantStore, plans: readonly PlannedBill[], now: Date): Promise<void> {
  const { written } = await decideAndCommit(async () => {
    const kept = await tenant.getMany(
      plans.map(({ id }) => billKey(tenant, id)),
      { consistent: true },
    );
    const written = plans.map((plan, at) => ({ before: kept[at], after: applyImport(plan, kept[at], now) }));
    return { written, changes: await putBills(tenant, written) };
  });
  await rebalanceLists(tenant, written);
}
