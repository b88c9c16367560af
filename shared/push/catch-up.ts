// Brings a subscriber up to date: missed changes first, then new ones, with nothing lost in between.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Permission } from '../auth/permissions/permissions.ts';
import {
  changesFrom,
  findChangePosition,
  getAppendTime,
  indexDelay,
  type PositionedChange,
  positionAt,
} from '../change-feed/feed.ts';
import { mergeBursts } from '../change-feed/merge-bursts.ts';
import { listReadableTopics } from '../change-feed/topics.ts';
import type { TenantStore } from '../data/store.ts';
import { logError } from '../log/log.ts';
import { type CheckedSubscriber, disconnectRefused } from './check-subscriber.ts';
import { type SendOutcome, sendMessage } from './connections.ts';
import { getIndexDelay, getOverlap, maxClockSkew } from './delays.ts';
import { disconnect } from './disconnect.ts';
import { buildFrames, isForSubscriber } from './frames.ts';
import type { PushMessage } from './messages.ts';
import { createPacer, getSendsPerSecond } from './send-budget.ts';
import { changeState, subscriberById } from './subscriber-connections.ts';

/** How long before a read a change may have been appended and still be missing from it, in milliseconds. */
const maxLateness = 60_000;
const pageSize = 200;

const pause = async (milliseconds: number): Promise<void> => void (await sleep(milliseconds));

/** Pauses between attempts, in milliseconds: a connection is open only once `$connect` has returned. */
const openRetryDelays = [50, 150, 400, 1_000] as const;

/** Sends the first message as soon as the connection is open. */
async function sendReady(
  tenant: TenantStore,
  { subscriber: { id, topics }, permissions }: Pick<CheckedSubscriber, 'subscriber' | 'permissions'>,
): Promise<SendOutcome> {
  const ready: PushMessage = {
    type: 'ready',
    tenantCode: tenant.code,
    topics: topics ?? listReadableTopics(permissions),
  };
  for (const delay of openRetryDelays) {
    const outcome = await sendMessage(id, ready);
    if (outcome !== 'gone') return outcome;
    await sleep(delay);
  }
  return sendMessage(id, ready);
}

/** The state of one catch-up. */
interface CatchUpState extends Pick<CheckedSubscriber, 'subscriber'> {
  readonly tenant: TenantStore;
  /** What it may read, as it was before the page that is sent. */
  permissions: ReadonlySet<Permission>;
  readonly hasTime: () => boolean;
  /** Waits until the tenant's budget has room for a message. */
  readonly pace: () => Promise<void>;
  readonly sentIds: Set<string>;
  /** The last change that was read; undefined where the last one was sent. */
  unsentCursor: string | undefined;
}

/**
 * Sends the changes that it follows and that were not sent yet, in order, with the updates of a record as one.
 * @returns whether all were sent
 */
async function sendNewEvents(
  catching: CatchUpState,
  changes: readonly Pick<PositionedChange, 'event'>[],
): Promise<boolean> {
  const { subscriber, sentIds, pace } = catching;
  const unsent = changes.filter(({ event }) => !sentIds.has(event.id));
  const last = unsent.at(-1);
  if (last) catching.unsentCursor = isForSubscriber(catching, last.event) ? undefined : last.event.id;
  const events = mergeBursts(unsent).map(({ event }) => event);
  for (const frame of buildFrames(catching, events)) {
    await pace();
    if ((await sendMessage(subscriber.id, frame)) !== 'sent') return false;
  }
  for (const { event } of unsent) sentIds.add(event.id);
  return true;
}

/** Reads again what it may read, because a catch-up takes minutes. Returns whether it still has access. */
async function recheckAccess(catching: CatchUpState): Promise<boolean> {
  const [checked] = await disconnectRefused(catching.tenant, [catching.subscriber], new Date());
  if (checked) catching.permissions = checked.permissions;
  return checked !== undefined;
}

/**
 * Sends the changes of the feed from a position on, page by page, up to a moment.
 * @returns whether all were sent
 */
async function sendChangesFrom(catching: CatchUpState, from: string, upTo: () => Date): Promise<boolean> {
  let position = from;
  for (;;) {
    // As far as the index has it by now: what is not in it yet is looked for once more at the end.
    const shownAt = new Date(upTo().getTime() + indexDelay);
    const { changes, behind, hasMore } = await changesFrom(catching.tenant, position, pageSize, shownAt);
    if (changes.length > 0 && !(await recheckAccess(catching))) return false;
    if (!(await sendNewEvents(catching, changes))) return false;
    if (!hasMore) return true;
    if (!catching.hasTime()) return false;
    position = behind;
  }
}

/** Where the past changes begin that it gets: after its cursor; undefined for none. */
async function findStart({ tenant, subscriber }: CatchUpState): Promise<string | undefined> {
  if (subscriber.since === undefined) return undefined;
  const cursor = await findChangePosition(tenant, subscriber.since, { consistent: true });
  return cursor && positionAt(new Date(getAppendTime(cursor).getTime() - getOverlap()));
}

const laterPosition = (a: string, b: string): string => (a > b ? a : b);

/**
 * Sends past changes, then lets the change feed send new ones, then reads the feed once more. A change is appended
 * before the feed reads which subscribers are live, so a change that was not sent live was appended before the
 * subscriber went live: it is found once the index has caught up.
 * @returns whether the subscriber has every change
 */
async function bringUpToDate(catching: CatchUpState): Promise<boolean> {
  const { tenant, subscriber } = catching;
  const { id, since, connectedAt } = subscriber;
  if ((await sendReady(tenant, catching)) !== 'sent') return false;
  const from = await findStart(catching);
  if (since !== undefined && from === undefined) {
    const outcome = await sendMessage(id, { type: 'resync', tenantCode: tenant.code });
    if (outcome !== 'sent') return false;
  }
  if (
    from !== undefined &&
    !(await sendChangesFrom(catching, from, () => new Date(Date.now() + maxClockSkew)))
  )
    return false;
  const readAt = Date.now();
  if (!(await changeState(tenant, id, 'catching up', 'settling'))) return false;
  const wentLive = new Date(Date.now() + maxClockSkew);
  if (getIndexDelay() > 0) await sleep(getIndexDelay() + maxClockSkew);
  const again =
    from === undefined
      ? positionAt(new Date(connectedAt))
      : laterPosition(from, positionAt(new Date(readAt - maxLateness)));
  if (!(await sendChangesFrom(catching, again, () => wentLive))) return false;
  const cursor = since === undefined ? undefined : catching.unsentCursor;
  if (cursor !== undefined && (await sendMessage(id, { type: 'position', cursor })) !== 'sent') return false;
  return changeState(tenant, id, 'settling', 'live');
}

/**
 * Brings a subscriber up to date, only once however often it is called. One that can't be is disconnected: it
 * reconnects with a later cursor.
 */
export async function catchUp(tenant: TenantStore, id: string, hasTime: () => boolean): Promise<void> {
  const subscriber = await subscriberById(tenant, id);
  if (!subscriber || !(await changeState(tenant, id, 'waiting', 'catching up'))) return;
  const [checked] = await disconnectRefused(tenant, [subscriber], new Date());
  if (!checked) return;
  const isUp = await bringUpToDate({
    ...checked,
    tenant,
    hasTime,
    pace: createPacer(tenant, getSendsPerSecond(checked.tier), { now: () => new Date(), sleep: pause }),
    sentIds: new Set(),
    unsentCursor: undefined,
  }).catch((error: unknown) => {
    logError(`subscriber ${id}`, error);
    return false;
  });
  if (!isUp) await disconnect(tenant, id);
}
