// The safety net: fans out changes that were missed, and sends the queues that are due.
import { changesFrom, positionAt } from '../../../../../shared/change-feed/feed.ts';
import { endFollowedSweep } from '../../../../../shared/change-feed/followers.ts';
import { commit, commitUnlessStale } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../../shared/data/versioned-record.ts';
import { logError } from '../../../../../shared/log/log.ts';
import { dueSubjectQueues } from '../../../../../shared/subscriptions/delivery-store.ts';
import { findSweep, putSweepPosition } from '../../../../../shared/subscriptions/progress.ts';
import {
  type SendingContext,
  sendSubjectQueue,
} from '../../../../../shared/subscriptions/send-subject-queue.ts';
import { allSubscriptions } from '../../../../../shared/subscriptions/store.ts';
import { matchChange } from '../../../searches/match-change.ts';
import { allSearches } from '../../../searches/store.ts';
import { fanOut } from './fan-out.ts';

const PAGE_SIZE = 200;

/** Where the first sweep of a tenant begins: at its oldest subscription or search. */
const firstSweepPosition = (readers: readonly Pick<VersionedRecord, 'createdDate'>[], now: Date): string => {
  const first = Math.min(...readers.map(({ createdDate }) => Date.parse(createdDate)));
  return positionAt(new Date(Math.min(first, now.getTime()) - 60_000));
};

/**
 * Reads the change feed from where the last sweep ended and fans out every change, because a stream event may have been
 * lost or failed. A change that was fanned out before costs a read of its record and its queues. A failure stops the
 * sweep, and the next one continues from there, so that nothing is skipped.
 * @param now real time
 */
export async function sweepChanges(tenant: TenantStore, now: Date, hasTime: () => boolean): Promise<void> {
  const [sweep, all, searches] = await Promise.all([
    findSweep(tenant),
    allSubscriptions(tenant),
    allSearches(tenant),
  ]);
  const subscriptions = all.filter(({ channel }) => channel.type !== 'calendar');
  const hasReaders = subscriptions.length + searches.length > 0;
  const previous = sweep?.place;
  let position = previous ?? firstSweepPosition([...subscriptions, ...searches], now);
  for (let hasMore = hasReaders; hasMore; ) {
    if (!hasTime()) return;
    const page = await changesFrom(tenant, position, PAGE_SIZE, now);
    for (const { event } of page.changes) {
      await fanOut(tenant, event, { now, subscriptions });
      await matchChange(tenant, event, now, searches);
    }
    position = page.behind;
    hasMore = page.hasMore;
    if (page.changes.length > 0 || previous === undefined) await commit([putSweepPosition(tenant, position)]);
  }
  const isBehind = sweep?.appendedAt !== undefined && position < positionAt(new Date(sweep.appendedAt));
  if (sweep?.gsi1sk === undefined || (isBehind && hasReaders)) return;
  // Where changes were appended in the meantime, the sweep stays due.
  await commitUnlessStale([endFollowedSweep(tenant, sweep)]);
}

/** How many receivers are called at once, so that one that hangs does not delay the others. */
const CONCURRENT_SENDS = 10;

/**
 * Sends the queues that are due.
 * @returns whether more may be due
 */
export async function sendDueSubjectQueues(tenant: TenantStore, context: SendingContext): Promise<boolean> {
  const due = [...(await dueSubjectQueues(tenant, context.now(), 5 * CONCURRENT_SENDS))];
  const isFull = due.length === 5 * CONCURRENT_SENDS;
  const worker = async (): Promise<void> => {
    for (let queue = due.shift(); queue && context.hasTime(); queue = due.shift()) {
      const { subscriptionId, subject } = queue;
      await sendSubjectQueue(tenant, queue, context).catch((error: unknown) =>
        logError(`webhook ${tenant.code} ${subscriptionId} ${subject}`, error),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SENDS }, worker));
  return isFull && context.hasTime();
}
