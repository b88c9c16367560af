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
import { createSendingPool, type SendingPool } from '../../../../../shared/subscriptions/sending-pool.ts';
import { allSubscriptions } from '../../../../../shared/subscriptions/store.ts';
import type { SubjectQueueName } from '../../../../../shared/subscriptions/subject-queue.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { matchChange } from '../../../searches/match-change.ts';
import { allSearches } from '../../../searches/store.ts';
import { fanOut } from './fan-out.ts';

const PAGE_SIZE = 200;

/** Where the first sweep of a tenant begins: at its oldest subscription or search. */
const firstSweepPosition = (readers: readonly Pick<VersionedRecord, 'createdDate'>[], now: Date): string => {
  const first = Math.min(...readers.map(({ createdDate }) => Date.parse(createdDate)));
  return positionAt(new Date(Math.min(first, now.getTime()) - 60_000));
};

/** What follows the changes of a tenant: its subscriptions but calendars, and its saved searches. */
async function loadReaders(tenant: TenantStore) {
  const [all, searches] = await Promise.all([allSubscriptions(tenant), allSearches(tenant)]);
  return { subscriptions: all.filter(({ channel }) => channel.type !== 'calendar'), searches };
}

/**
 * Reads the change feed from where the last sweep ended and fans out every change, because a stream event may have been
 * lost or failed. A change that was fanned out before costs a read of its record and its queues. A failure stops the
 * sweep, and the next one continues from there, so that nothing is skipped. The subscriptions are read after the changes: one
 * that was made in the meantime gets them, and one that was paused does not.
 * @param now real time
 */
export async function sweepChanges(tenant: TenantStore, now: Date, hasTime: () => boolean): Promise<void> {
  const [sweep, first] = await Promise.all([findSweep(tenant), loadReaders(tenant)]);
  const readers = [...first.subscriptions, ...first.searches];
  const previous = sweep?.place;
  let position = previous ?? firstSweepPosition(readers, now);
  for (let hasMore = readers.length > 0; hasMore; ) {
    if (!hasTime()) return;
    const page = await changesFrom(tenant, position, PAGE_SIZE, now);
    const { subscriptions, searches } = page.changes.length > 0 ? await loadReaders(tenant) : first;
    for (const { event } of page.changes) {
      await fanOut(tenant, event, { now, subscriptions });
      await matchChange(tenant, event, now, searches);
    }
    position = page.behind;
    hasMore = page.hasMore;
    if (page.changes.length > 0 || previous === undefined) await commit([putSweepPosition(tenant, position)]);
  }
  const isBehind = sweep?.appendedAt !== undefined && position < positionAt(new Date(sweep.appendedAt));
  if (sweep?.gsi1sk === undefined || (isBehind && readers.length > 0)) return;
  // Where changes were appended in the meantime, the sweep stays due.
  await commitUnlessStale([endFollowedSweep(tenant, sweep)]);
}

/** The most queues of a tenant that one pass takes, however many receivers they are for. */
const MAX_DUE_QUEUES = 2000;

/** The host that a subscription is sent to. */
const findHost = ({ channel }: SubscriptionItem): string =>
  channel.type === 'webhook' ? new URL(channel.url).host : '';

/** Queues in turn of their subscriptions, so that one with many does not come before all of another. */
function takeTurns(due: readonly SubjectQueueName[]): readonly SubjectQueueName[] {
  const places = new Map<string, number>();
  const placed = due.map((queue) => {
    const place = (places.get(queue.subscriptionId) ?? -1) + 1;
    places.set(queue.subscriptionId, place);
    return { queue, place };
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ queue }) => queue);
}

/**
 * Sends the queues that are due, a few at once to each subscription and each host.
 * @param pool of the call of the function; what goes to one host counts together, whichever tenant sends it
 * @returns whether more may be due
 */
export async function sendDueSubjectQueues(
  tenant: TenantStore,
  context: SendingContext,
  pool: SendingPool = createSendingPool(),
): Promise<boolean> {
  const due = await dueSubjectQueues(tenant, context.now(), MAX_DUE_QUEUES);
  if (due.length === 0) return false;
  const hosts = new Map((await allSubscriptions(tenant)).map((each) => [each.id, findHost(each)]));
  await Promise.all(
    takeTurns(due).map(({ subscriptionId, subject }) =>
      pool.run({ subscriptionId, host: hosts.get(subscriptionId) ?? '' }, async () => {
        if (!context.hasTime()) return;
        await sendSubjectQueue(tenant, { subscriptionId, subject }, context).catch((error: unknown) =>
          logError(`webhook ${tenant.code} ${subscriptionId} ${subject}`, error),
        );
      }),
    ),
  );
  return due.length === MAX_DUE_QUEUES && context.hasTime();
}
