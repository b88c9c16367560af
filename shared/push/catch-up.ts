// Brings a subscriber up to date: missed changes first, then new ones, with nothing lost in between.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeEvent } from '../change-feed/change-event.ts';
import {
  changesFrom,
  findChangePosition,
  getAppendTime,
  indexDelay,
  positionAt,
} from '../change-feed/feed.ts';
import { isOfTopics, listReadableTopics, mayReadChange } from '../change-feed/topics.ts';
import type { TenantStore } from '../data/store.ts';
import { logError } from '../log/log.ts';
import { type CheckedSubscriber, disconnectRefused } from './check-subscriber.ts';
import { type SendOutcome, sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import type { PushMessage } from './messages.ts';
import { changeState, subscriberById } from './subscriber-connections.ts';

/**
 * How long the feed's index may lag behind an appended change, in milliseconds (env PUSH_SETTLING). DynamoDB Local has
 * no lag: it writes the index with the item, so there changes are always sent in order.
 */
const getIndexDelay = (): number => Number(process.env.PUSH_SETTLING ?? indexDelay);

/**
 * How far before its cursor a subscriber gets changes again, in milliseconds: 90 seconds, or none without index lag.
 * Shards of the stream are processed in parallel, so a change may be sent after one that was appended later; a
 * subscriber whose connection breaks in between reconnects with the later one as its cursor. A feed function that fails
 * before it has sent what it appended is called again within little more than the minute it may run.
 */
const getOverlap = (): number => 18 * getIndexDelay();

/** How long before a read a change may have been appended and still be missing from it, in milliseconds. */
const maxLateness = 60_000;
/** The largest difference between the clocks of two functions, in milliseconds. */
const maxClockSkew = 1_000;

const pageSize = 200;

/** Pauses between attempts, in milliseconds: a connection is open only once `$connect` has returned. */
const openRetryDelays = [50, 150, 400, 1_000] as const;

/** Sends the first message as soon as the connection is open. */
async function sendReady(
  tenant: TenantStore,
  { subscriber: { id, topics }, permissions }: CheckedSubscriber,
): Promise<SendOutcome> {
  const ready: PushMessage = {
    type: 'ready',
    tenantCode: tenant.code,
    topics: topics ?? listReadableTopics(permissions),
  };
  for (const pause of openRetryDelays) {
    const outcome = await sendMessage(id, ready);
    if (outcome !== 'gone') return outcome;
    await sleep(pause);
  }
  return sendMessage(id, ready);
}

/** The state of one catch-up. */
interface CatchUpState extends CheckedSubscriber {
  readonly tenant: TenantStore;
  readonly hasTime: () => boolean;
  readonly sentIds: Set<string>;
  /** The last change that was read; undefined where the last one was sent. */
  unsentCursor: string | undefined;
}

/** Sends the changes that it follows and that were not sent yet, in order. Returns whether all were sent. */
async function sendNewEvents(catching: CatchUpState, events: readonly ChangeEvent[]): Promise<boolean> {
  const { subscriber, permissions, sentIds } = catching;
  for (const event of events) {
    if (sentIds.has(event.id)) continue;
    const isWanted = isOfTopics(event, subscriber.topics) && mayReadChange(event, permissions);
    catching.unsentCursor = isWanted ? undefined : event.id;
    if (!isWanted) continue;
    if ((await sendMessage(subscriber.id, event)) !== 'sent') return false;
    sentIds.add(event.id);
  }
  return true;
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
    if (
      !(await sendNewEvents(
        catching,
        changes.map(({ event }) => event),
      ))
    )
      return false;
    if (!hasMore) return true;
    if (!catching.hasTime()) return false;
    position = behind;
  }
}

/** Where the past changes begin that it gets: after its cursor; undefined for none. */
async function findStart({ tenant, subscriber }: CatchUpState): Promise<string | undefined> {
  if (subscriber.since === undefined) return undefined;
  const cursor = await findChangePosition(tenant, subscriber.since, { consistent: true });
  if (cursor === undefined) return undefined;
  return getOverlap() === 0
    ? `${cursor}~`
    : positionAt(new Date(getAppendTime(cursor).getTime() - getOverlap()));
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
    sentIds: new Set(),
    unsentCursor: undefined,
  }).catch((error: unknown) => {
    logError(`subscriber ${id}`, error);
    return false;
  });
  if (!isUp) await disconnect(tenant, id);
}
