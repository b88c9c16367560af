// Brings a listener up to date: what it missed, then what happens, with nothing lost between the two.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChangeEvent,
  changesFrom,
  findChangePosition,
  getAppendTime,
  indexDelay,
  positionAt,
} from '../data/change-feed.ts';
import type { TenantStore } from '../data/store.ts';
import { logError } from '../http/log.ts';
import { type SendOutcome, sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import type { PushMessage } from './messages.ts';
import { changeState, type SubscriberConnection, subscriberById } from './subscriber-connections.ts';

/**
 * How long a change that was appended may take to show in the feed's index, in milliseconds (env PUSH_SETTLING). None at
 * all with DynamoDB Local, which writes the index with the item; there everything is told in its order too.
 */
const getIndexDelay = (): number => Number(process.env.PUSH_SETTLING ?? indexDelay);

/**
 * How far before its cursor a listener is told again, in milliseconds: 90 seconds, or none where nothing has to settle.
 * Shards of the stream are told of side by side, so a change may be told after one that was appended after it; who breaks
 * off between the two comes back with the later one as its cursor. A feed that dies before it has told what it appended
 * is called again within little more than the minute it may run.
 */
const getOverlap = (): number => 18 * getIndexDelay();

/** How much earlier than it was read a change may have been appended without having been there, in milliseconds. */
const maxLateness = 60_000;
/** How far the clocks of two functions may be apart, in milliseconds. */
const maxClockSkew = 1_000;

const pageSize = 200;

/** A connection opens once `$connect` has answered; until then there is none to speak over. In milliseconds. */
const openRetryDelays = [50, 150, 400, 1_000] as const;

/** Says that the listener may begin, as soon as it can hear it. */
async function sendReady(tenant: TenantStore, id: string): Promise<SendOutcome> {
  const ready: PushMessage = { type: 'ready', tenantCode: tenant.code };
  for (const pause of openRetryDelays) {
    const outcome = await sendMessage(id, ready);
    if (outcome !== 'gone') return outcome;
    await sleep(pause);
  }
  return sendMessage(id, ready);
}

/** What is known of one catching up. */
interface CatchUpState {
  readonly tenant: TenantStore;
  readonly subscriber: SubscriberConnection;
  readonly hasTime: () => boolean;
  readonly sentIds: Set<string>;
}

/** Tells the changes that it was not told yet, in order; whether it was told all. */
async function sendNewEvents(
  { subscriber, sentIds }: CatchUpState,
  events: readonly ChangeEvent[],
): Promise<boolean> {
  for (const event of events) {
    if (sentIds.has(event.id)) continue;
    if ((await sendMessage(subscriber.id, event)) !== 'told') return false;
    sentIds.add(event.id);
  }
  return true;
}

/**
 * Tells what stands in the feed from a place on, page by page, up to a moment.
 * @returns whether it was told all
 */
async function sendChangesFrom(catching: CatchUpState, from: string, upTo: () => Date): Promise<boolean> {
  let place = from;
  for (;;) {
    // As far as the index has it by now: what is not in it yet is looked for once more at the end.
    const shown = new Date(upTo().getTime() + indexDelay);
    const { changes, behind, hasMore } = await changesFrom(catching.tenant, place, pageSize, shown);
    if (
      !(await sendNewEvents(
        catching,
        changes.map(({ event }) => event),
      ))
    )
      return false;
    if (!hasMore) return true;
    if (!catching.hasTime()) return false;
    place = behind;
  }
}

/** Where the past begins that it is told: behind its cursor, or none. */
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
 * Tells the past, then lets the change feed tell what happens, then looks once more. A change is appended before the feed
 * looks who is live, so one that was not told live was appended before its listener went live: once the index has settled
 * it is found.
 * @returns whether the listener has everything
 */
async function bringUpToDate(catching: CatchUpState): Promise<boolean> {
  const { tenant, subscriber } = catching;
  const { id, since, connectedAt } = subscriber;
  if ((await sendReady(tenant, id)) !== 'told') return false;
  const from = await findStart(catching);
  if (since !== undefined && from === undefined) {
    const outcome = await sendMessage(id, { type: 'resync', tenantCode: tenant.code });
    if (outcome !== 'told') return false;
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
  return (
    (await sendChangesFrom(catching, again, () => wentLive)) &&
    (await changeState(tenant, id, 'settling', 'live'))
  );
}

/**
 * Brings a listener up to date, once however often it is called. One that can't be is cut off, with what it was told as
 * its gain: it comes back with a later cursor.
 */
export async function catchUp(tenant: TenantStore, id: string, hasTime: () => boolean): Promise<void> {
  const listener = await subscriberById(tenant, id);
  if (!listener || !(await changeState(tenant, id, 'waiting', 'catching up'))) return;
  const isUp = await bringUpToDate({ tenant, subscriber: listener, hasTime, sentIds: new Set() }).catch(
    (error: unknown) => {
      logError(`listener ${id}`, error);
      return false;
    },
  );
  if (!isUp) await disconnect(tenant, id);
}
