// Writes incoming bills: first the items around them and the hints of their words, then each bill with its row and the
// counts of the lists.
import { type Change, commit, put, remove } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { CompleteBill } from './incoming-bill.ts';
import { numberRollCalls } from './number-roll-calls.ts';
import { type BillItem, billKey, defaultTracking, textChangeFields, trackingFields } from './record/bill.ts';
import { rowSortKey } from './record/bill-row.ts';
import { putBillHints } from './record/bill-words.ts';
import { markActions, markRollCalls } from './record/mark-seen.ts';
import { deriveStage } from './record/outcome.ts';
import {
  ACTIONS_PER_PART,
  actionsKey,
  listRollCalls,
  listSeenActions,
  putBills,
  rebalanceLists,
  reverseRelationKey,
  rollCallKey,
} from './record/store.ts';
import { addSponsorMoves } from './sponsor-moves.ts';

/** A bill with its id and the hash of everything that is stored of it. */
export interface PlannedBill {
  readonly id: string;
  readonly hash: string;
  readonly bill: CompleteBill;
}

/** Below DynamoDB's limits of a transaction: 100 changes and 4 MB. */
const CHANGES_PER_COMMIT = 90;
const BYTES_PER_COMMIT = 3_000_000;

/** A bill is two changes, or three where it is tracked, and at most eight of list counts. */
const BILLS_PER_COMMIT = 15;

/** Writes bills over the stored ones. The tenant's tracking stays, even when it changes at the same time. */
export async function writeBills(
  tenant: TenantStore,
  plans: readonly PlannedBill[],
  stored: ReadonlyMap<string, BillItem>,
  now: Date,
): Promise<void> {
  const related: Change[] = [];
  const withNews = new Set<string>();
  for (const plan of plans) {
    const { changes, hasNews } = await buildRelatedChanges(tenant, plan, stored.get(plan.id), now);
    related.push(...changes);
    if (hasNews) withNews.add(plan.id);
  }
  const changeSize = ({ action }: Change): number => Buffer.byteLength(JSON.stringify(action));
  for (const batch of splitIntoBatches(related, changeSize, CHANGES_PER_COMMIT)) await commit(batch);
  // Neighbours in a list share counters, so that a batch in list order changes few of them.
  const sorted = plans
    .map((plan) => ({ plan, sort: rowSortKey({ ...plan.bill.content, id: plan.id }) }))
    .sort((a, b) => (a.sort < b.sort ? -1 : 1));
  const billSize = ({ bill }: PlannedBill): number => 2 * Buffer.byteLength(JSON.stringify(bill.content));
  const batches = splitIntoBatches(
    sorted.map(({ plan }) => plan),
    billSize,
    BILLS_PER_COMMIT,
  );
  for (const batch of batches) await writeBatch(tenant, batch, withNews, now);
}

/** Splits items into batches that fit into a transaction. */
function splitIntoBatches<T>(items: readonly T[], getSize: (item: T) => number, maxItems: number): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = getSize(item);
    const batch = batches.at(-1);
    bytes += size;
    if (batch && batch.length < maxItems && bytes <= BYTES_PER_COMMIT) batch.push(item);
    else {
      batches.push([item]);
      bytes = size;
    }
  }
  return batches;
}

const keyText = ({ pk, sk }: Key<unknown>): string => JSON.stringify([pk, sk]);

/** Removes the stored items that are not written again. */
const removeMissing = (stored: readonly Key<unknown>[], written: readonly Key<unknown>[]): Change[] => {
  const writtenKeys = new Set(written.map(keyText));
  return stored.filter((key) => !writtenKeys.has(keyText(key))).map((key) => remove(key));
};

/**
 * Writes the items around a bill: its actions, its roll calls and its relations to other bills. `hasNews` says whether
 * an action or a roll call is seen for the first time.
 */
async function buildRelatedChanges(
  tenant: TenantStore,
  { id, bill: { content, actions, rollCalls } }: PlannedBill,
  before: BillItem | undefined,
  now: Date,
): Promise<{ readonly changes: Change[]; readonly hasNews: boolean }> {
  const listParts = (count: number): number[] => [...Array(Math.ceil(count / ACTIONS_PER_PART)).keys()];
  const parts = listParts(actions.length);
  const [storedActions, storedCalls] = before
    ? await Promise.all([
        listSeenActions(tenant, id, { consistent: true }),
        listRollCalls(tenant, id, { consistent: true }),
      ])
    : [[], []];
  const context = { moment: now.toISOString(), writtenAt: before?.modifiedDate };
  const markedActions = markActions(actions, storedActions, context);
  const calls = markRollCalls(numberRollCalls(storedCalls, rollCalls), storedCalls, context);
  // Two relations to one bill are one item: a transaction may change an item only once.
  const related = new Map(
    content.relations.map((to) => [keyText(reverseRelationKey(tenant, to, id)), to] as const),
  );
  const changes = [
    ...parts.map((part) =>
      put(actionsKey(tenant, id, part), {
        type: 'bill-actions' as const,
        actions: markedActions.slice(part * ACTIONS_PER_PART, (part + 1) * ACTIONS_PER_PART),
      }),
    ),
    ...calls.map((rollCall) => put(rollCallKey(tenant, id, rollCall.number), rollCall)),
    ...[...related.values()].map((to) =>
      put(reverseRelationKey(tenant, to, id), {
        type: 'bill-related' as const,
        billId: id,
        relation: to.relation,
      }),
    ),
    ...removeMissing(
      [
        ...listParts(before?.actionCount ?? 0).map((part) => actionsKey(tenant, id, part)),
        ...storedCalls.map(({ number }) => rollCallKey(tenant, id, number)),
        ...(before?.relations ?? []).map((to) => reverseRelationKey(tenant, to, id)),
      ],
      [
        ...parts.map((part) => actionsKey(tenant, id, part)),
        ...calls.map(({ number }) => rollCallKey(tenant, id, number)),
        ...content.relations.map((to) => reverseRelationKey(tenant, to, id)),
      ],
    ),
  ];
  return { changes, hasNews: [...markedActions, ...calls].some(({ seenAt }) => seenAt === context.moment) };
}

/** The next version of the bill, with its content from the source; a new bill is not tracked. */
function applyImport(
  { id, hash, bill: { content, actions, rollCalls } }: PlannedBill,
  before: BillItem | undefined,
  hasNews: boolean,
  now: Date,
): BillItem {
  const moment = now.toISOString();
  return {
    ...content,
    ...pick(before ?? defaultTracking, trackingFields),
    ...(before && pick(before, textChangeFields)),
    type: 'bill',
    id,
    contentHash: hash,
    actionCount: actions.length,
    lastActionType: actions.at(-1)?.classification,
    rollCallCount: rollCalls.length,
    actionsSeenAt: hasNews ? moment : before?.actionsSeenAt,
    stage: deriveStage(content, actions),
    importedDate: moment,
    ...addSponsorMoves(before, content.sponsors, moment),
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

async function writeBatch(
  tenant: TenantStore,
  plans: readonly PlannedBill[],
  withNews: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const { written } = await decideAndCommit(async () => {
    const stored = await tenant.getMany(
      plans.map(({ id }) => billKey(tenant, id)),
      { consistent: true },
    );
    const written = plans.map((plan, index) => ({
      before: stored[index],
      after: applyImport(plan, stored[index], withNews.has(plan.id), now),
    }));
    await putBillHints(tenant, written);
    return { written, changes: await putBills(tenant, written) };
  });
  await rebalanceLists(tenant, written);
}
