// Sends the changes that the feed left to the job: merged by record, as fast as the tenant's budget allows, and instead
// of more than that one message that asks each subscriber to read the feed.
import {
  changeIdBefore,
  changesFrom,
  getAppendTime,
  indexDelay,
  type PositionedChange,
  positionAt,
} from '../change-feed/feed.ts';
import { mergeBursts } from '../change-feed/merge-bursts.ts';
import { isOfTopics } from '../change-feed/topics.ts';
import type { TenantStore } from '../data/store.ts';
import { forEachConcurrently } from '../data/work/for-each-concurrently.ts';
import { finishBacklog, releaseBacklog, saveProgress, takeBacklog } from './backlog-store.ts';
import { type CheckedSubscriber, disconnectRefused } from './check-subscriber.ts';
import { sendMessage } from './connections.ts';
import { getIndexDelay, getOverlap } from './delays.ts';
import { disconnect } from './disconnect.ts';
import { buildFrames } from './frames.ts';
import { createPacer, getSendsPerSecond, type PacingContext } from './send-budget.ts';
import { sendLive, type UnsentChanges } from './send-live.ts';
import { type BacklogItem, listSubscribers, receivesChanges } from './subscriber-connections.ts';

/** What a run works with. */
export interface BacklogContext extends PacingContext {
  readonly newId: () => string;
  /** Whether there is time to begin another page. */
  readonly hasTime: () => boolean;
}

/** How many changes are read and merged at a time. */
const pageSize = 500;
/** A page that would take longer than so many seconds of the tenant's budget is not sent. */
export const maxPageSeconds = 5;
/** Whether so many messages are more than a page may have of a tenant's budget of a second. */
export const isTooMuch = (count: number, perSecond: number): boolean => count > perSecond * maxPageSeconds;
/** Changes that are older than so many milliseconds are not sent: who is that late reads them faster. */
const maxLateness = 60_000;
/** To how many subscribers the message to read the feed is sent in parallel. */
const concurrency = 50;

/** The subscribers that still have access and follow any of the changes. */
async function listReaders(
  tenant: TenantStore,
  changes: readonly PositionedChange[],
  now: Date,
): Promise<CheckedSubscriber[]> {
  const following = (await listSubscribers(tenant)).filter(
    (subscriber) =>
      receivesChanges(subscriber) && changes.some(({ event }) => isOfTopics(event, subscriber.topics)),
  );
  return following.length === 0 ? [] : disconnectRefused(tenant, following, now);
}

/** Asks those that any of the changes is for to read the feed from before the position. */
async function sendResync(
  tenant: TenantStore,
  readers: readonly CheckedSubscriber[],
  changes: readonly PositionedChange[],
  position: string,
  pace: () => Promise<void>,
): Promise<void> {
  const events = changes.map(({ event }) => event);
  const before = positionAt(new Date(getAppendTime(position).getTime() - getOverlap()));
  const cursor = await changeIdBefore(tenant, before < position ? before : position);
  const resync = { type: 'resync', tenantCode: tenant.code, ...(cursor && { cursor }) } as const;
  const concerned = readers.filter((reader) => buildFrames(reader, events).length > 0);
  await forEachConcurrently(concerned, concurrency, async ({ subscriber: { id } }) => {
    await pace();
    if ((await sendMessage(id, resync)) !== 'sent') await disconnect(tenant, id);
  });
}

/**
 * Sends a page of changes, or asks to read them.
 * @returns what there was no time for, and whether what follows up to now is left out as well
 */
async function sendPage(
  tenant: TenantStore,
  { position, delivered }: BacklogItem,
  changes: readonly PositionedChange[],
  context: BacklogContext,
): Promise<{ readonly unsent?: UnsentChanges | undefined; readonly isLeftOut: boolean }> {
  const readers = await listReaders(tenant, changes, context.now());
  const [first] = readers;
  if (!first) return { isLeftOut: false };
  const limit = getSendsPerSecond(first.tier);
  const pace = createPacer(tenant, limit, context);
  const merged = mergeBursts(changes);
  const events = merged.map(({ event }) => event);
  const count = readers.reduce((sum, reader) => sum + buildFrames(reader, events).length, 0);
  const isLate = getAppendTime(position).getTime() < context.now().getTime() - maxLateness - getIndexDelay();
  if (isLate || isTooMuch(count, limit)) {
    await sendResync(tenant, readers, changes, position, pace);
    return { isLeftOut: true };
  }
  const { hasTime } = context;
  const sending = { hasTime, pace, delivered };
  return { unsent: await sendLive(tenant, readers, merged, sending), isLeftOut: false };
}

/** Where to continue after subscribers got the message to read the feed, which has what is older than its delay. */
function findEndOfFeed(position: string, moment: Date, now: Date): string {
  const end = positionAt(new Date(Math.min(moment.getTime(), now.getTime() - indexDelay)));
  return end > position ? end : position;
}

/**
 * Sends the backlog up to a moment.
 * @returns the backlog as it is then; `isSent` when nothing up to the moment is left
 */
async function sendUpTo(
  tenant: TenantStore,
  begun: BacklogItem,
  moment: Date,
  context: BacklogContext,
): Promise<{ readonly backlog: BacklogItem | undefined; readonly isSent: boolean }> {
  let backlog = begun;
  while (context.hasTime()) {
    const { position } = backlog;
    const shownAt = new Date(moment.getTime() + indexDelay);
    const { changes, behind, hasMore } = await changesFrom(tenant, position, pageSize, shownAt);
    const { unsent, isLeftOut } =
      changes.length === 0 ? { isLeftOut: false } : await sendPage(tenant, backlog, changes, context);
    const next = unsent?.position ?? (isLeftOut ? findEndOfFeed(position, moment, context.now()) : behind);
    const saved = await saveProgress(tenant, backlog, next, context.now(), unsent?.delivery);
    // Another run has it, or the feed has handed over an earlier change: the next page begins there.
    if (!saved || saved.position !== next) return { backlog: saved, isSent: false };
    backlog = saved;
    if (unsent) return { backlog, isSent: false };
    if (!hasMore || isLeftOut) return { backlog, isSent: true };
  }
  return { backlog, isSent: false };
}

/** The shortest pause before the job looks again for what the feed has left to it, in milliseconds. */
const leastPause = 50;

/**
 * Sends the backlog of a tenant until nothing is left of it. Runs once at a time; what it has no time for is left to the
 * next run.
 */
export async function sendBacklog(tenant: TenantStore, context: BacklogContext): Promise<void> {
  const { now, sleep, hasTime } = context;
  let backlog = await takeBacklog(tenant, context.newId(), now());
  while (backlog && hasTime()) {
    const sent = await sendUpTo(tenant, backlog, new Date(now().getTime() - getIndexDelay()), context);
    backlog = sent.backlog;
    if (!backlog || !sent.isSent) continue;
    if (backlog.position > backlog.last) backlog = await finishBacklog(tenant, backlog);
    else {
      const shownAt = getAppendTime(backlog.last).getTime() + getIndexDelay();
      await sleep(Math.max(leastPause, shownAt + 1 - now().getTime()));
    }
  }
  if (backlog) await releaseBacklog(tenant, backlog);
}
