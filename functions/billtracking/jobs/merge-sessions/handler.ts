// Moves what belongs to a session into the session that it is merged into: relations, bills, events, legislation days and
// reports. It may stop anywhere; another call goes on from there.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { commitUnlessStale } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  buildMergeEnd,
  continueMerge,
  mergeOfSession,
} from '../../../../shared/legislature/sessions/session-merge.ts';
import { sessionById } from '../../../../shared/legislature/sessions/sessions.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { moveBillDocuments } from '../../bills/documents/record/store.ts';
import { iterateNumbers, mergeDuplicate, moveUniqueBills } from '../../bills/merge/merge-bills.ts';
import { iterateRelatedBills, mergeRelations } from '../../bills/merge/merge-relations.ts';
import type { SessionMove } from '../../bills/merge/move-bill.ts';
import { keyDateIds } from '../../capitol-reports/legislation-days/key-dates.ts';
import {
  legislationDaysBySession,
  moveLegislationDays,
} from '../../capitol-reports/legislation-days/store.ts';
import { moveSchedules } from '../../capitol-reports/schedules/store.ts';
import { moveReports } from '../../capitol-reports/store.ts';
import { cancelEvent, iterateSessionEvents, moveBillEvents, moveEvent } from '../../events/merge-events.ts';

/** The milliseconds that must be left for another step; the rest is left to another call. */
const TIME_FOR_STEP = 10_000;

/** The key dates of the session that goes, where the one that stays has days and so its own. */
async function findDoubledKeyDates(
  tenant: TenantStore,
  { from, into }: SessionMove,
): Promise<ReadonlySet<string>> {
  const [days, stays] = await Promise.all([
    legislationDaysBySession(tenant, from.id, { consistent: true }),
    legislationDaysBySession(tenant, into.id, { consistent: true }),
  ]);
  return new Set(days && stays ? keyDateIds(tenant, days.keyDatesOf ?? from.id) : []);
}

/** The steps of a merge; the value of each says whether it could be done. */
async function* mergeStepByStep(tenant: TenantStore, move: SessionMove): AsyncGenerator<boolean> {
  for await (const billId of iterateRelatedBills(tenant, move)) {
    await mergeRelations(tenant, billId, move);
    yield true;
  }
  for await (const claims of iterateNumbers(tenant, move)) {
    for (const claim of await moveUniqueBills(tenant, claims, move))
      yield await mergeDuplicate(tenant, claim, move, async (goes, stays) => {
        await moveBillEvents(tenant, goes, stays);
        await moveBillDocuments(tenant, goes, stays);
      });
    yield true;
  }
  const doubled = await findDoubledKeyDates(tenant, move);
  for await (const id of iterateSessionEvents(tenant, move.from)) {
    if (doubled.has(id)) await cancelEvent(tenant, id, move.into.id, new Date());
    else await moveEvent(tenant, id, move.from.id, move.into.id);
    yield true;
  }
  await moveLegislationDays(tenant, move.from.id, move.into.id);
  yield true;
  await moveReports(tenant, move.from.id, move.into.id);
  yield true;
  await moveSchedules(tenant, move.from.id, move.into.id);
}

/** Repeating a call only moves what an earlier one did not reach. */
export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  for (const { tenant, partition } of listChangedItems(event)) {
    const id = Number(/^SESSION#(\d+)$/.exec(partition)?.[1]);
    const merge = await mergeOfSession(tenant, id);
    if (merge?.status !== 'running') continue;
    const [from, into] = await Promise.all(
      [id, merge.into].map((sessionId) => sessionById(tenant, sessionId, { consistent: true })),
    );
    if (!from || !into || from.id === into.id) continue;
    let isWhole = true;
    let isInTime = timeLeft() >= TIME_FOR_STEP;
    if (isInTime)
      for await (const isDone of mergeStepByStep(tenant, { from, into })) {
        isWhole &&= isDone;
        isInTime = timeLeft() >= TIME_FOR_STEP;
        if (!isInTime) break;
      }
    if (!isInTime) await commitUnlessStale([continueMerge(tenant, id, merge, randomUUID())]);
    // Bills that were tracked in both meanwhile wait for the caller, whom the next request tells them.
    else if (isWhole)
      await decideAndCommit(async () => ({
        changes: await buildMergeEnd(tenant, from, into, merge, new Date()),
      }));
  }
};
