// The change feed: every change of a record, in the order in which it was appended. Read by cursor or by position.
import { commit } from '../data/changes.ts';
import { openTenantStore, type Page, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import { writeBatches } from '../data/write-batches.ts';
import { invalid } from '../errors/failure.ts';
import { loadAppendFacts, prepareWidths, putChange } from './append-change.ts';
import { wakeWaits } from './awaited-changes.ts';
import { type ChangeEvent, type StreamRecord, type TenantChange, toChangeEvent } from './change-event.ts';
import type { ChangedValues } from './changed-values.ts';
import { dropErased } from './drop-erased.ts';
import { findChanges, findIdBefore, loadFeed, queryFeed, toMomentText } from './feed-store.ts';
import { markFollowedChanges } from './followers.ts';
import { isPlainUpdate, mergeBursts } from './merge-bursts.ts';
import { changeEntries } from './record-entries.ts';
import { isSweepAhead, mayLeaveValue, scheduleValuesSweep } from './values-sweep.ts';

/** The busiest second of each tenant's changes, as this process sees them: batches of a second follow one another. */
const currentSeconds = new Map<string, { second: string; count: number }>();

/** Counts the changes of a tenant by the second in which they happened, which their ids begin with. */
function countBusiestSecond(code: string, ids: readonly string[]): number {
  let most = 0;
  for (const id of ids) {
    const second = id.slice(0, 10);
    const last = currentSeconds.get(code);
    const count = last?.second === second ? last.count + 1 : 1;
    currentSeconds.set(code, { second, count });
    most = Math.max(most, count);
  }
  return most;
}

/** How many batches of changes are written at once. */
const concurrentBatches = 4;

/** An appended change with its place in the feed of its tenant. */
export interface AppendedChange extends PositionedChange {
  readonly tenant: TenantStore;
}

/**
 * Appends the events of stream records that are not in the feed yet, and returns all of them. The stream gives a shard's
 * records to one caller at a time, so reading before writing is enough.
 *
 * An event's position is the moment it is appended, not when the change happened: a late one comes after every cursor
 * that was returned before, so no reader misses it. One that is in the feed already keeps its position.
 */
export async function appendPositioned(
  records: readonly StreamRecord[],
  now: Date,
): Promise<readonly AppendedChange[]> {
  const all = await dropErased(records.flatMap((record) => toChangeEvent(record) ?? []));
  const distinct = mergeBursts(
    [...new Map(all.map((change) => [`${change.tenant} ${change.event.id}`, change])).values()],
    // A change whose values deliveries report is sent by itself.
    ({ event, values }) => isPlainUpdate(event) && values === undefined,
  );
  const order = new Map(distinct.map((change, index) => [change, String(index).padStart(5, '0')]));
  const batches = [...Map.groupBy(distinct, ({ tenant }) => tenant)].flatMap(([text, changes]) => {
    const code = parseTenantCode(text);
    const ids = changes.map(({ event }) => event.id);
    const mayLeaveValues = changes.some(({ event }) => mayLeaveValue(event));
    return code ? [{ tenant: openTenantStore(code), changes, ids, mayLeaveValues }] : [];
  });
  const toPlace = (change: TenantChange) => `${positionAt(now)}-${order.get(change)}-${change.event.id}`;
  const facts = await loadAppendFacts(batches);
  const puts = await Promise.all(
    batches.map(async ({ tenant, changes, ids, mayLeaveValues }, index) => {
      const own = facts[index];
      const isNew = own && changes.some(({ event }) => !own.places.has(event.id));
      if (!isNew) return [];
      const widths = await prepareWidths(tenant, own, countBusiestSecond(tenant.code, ids), now);
      if (own.isFollowed) await commit([markFollowedChanges(tenant, own.sweep, now)]);
      if (mayLeaveValues && !isSweepAhead(own.valuesSweep, now))
        await commit([scheduleValuesSweep(tenant, now)]);
      return changes
        .filter(({ event }) => !own.places.has(event.id))
        .map((change) => {
          return putChange(tenant, change, toPlace(change), { widths, facts: own, now });
        });
    }),
  );
  // First the entries, and the looks of drafts that wait: a change that is found stored when the batch is repeated has them.
  const entries = batches.flatMap(({ tenant, changes }, index) =>
    puts[index]?.length
      ? changeEntries(
          tenant,
          changes.map(({ event }) => event),
        )
      : [],
  );
  const looks = await Promise.all(
    batches.map(({ tenant, changes }, index) =>
      puts[index]?.length
        ? wakeWaits(
            tenant,
            facts[index]?.awaitedBy,
            changes.map(({ event }) => event),
            now,
          )
        : [],
    ),
  );
  await writeBatches([...entries, ...looks.flat()], concurrentBatches);
  await writeBatches(puts.flat(), concurrentBatches);
  return batches.flatMap(({ tenant, changes }, index) =>
    changes.map((change) => {
      const { event } = change;
      return { tenant, event, place: facts[index]?.places.get(event.id) ?? toPlace(change) };
    }),
  );
}

/** Appends the events of stream records that are not in the feed yet, and returns all of them. */
export const appendChanges = async (
  records: readonly StreamRecord[],
  now: Date = new Date(),
): Promise<readonly ChangeEvent[]> => (await appendPositioned(records, now)).map(({ event }) => event);

/** The change with this id, as soon as it is appended. One read. */
export const changeById = async (tenant: TenantStore, id: string): Promise<ChangeEvent | undefined> =>
  (await findChanges(tenant, [id], new Date()))[0]?.event;

/** The recorded values of changes, in the order of their ids; undefined where none are. One round trip per hundred. */
export const changedValuesById = async (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(ChangedValues | undefined)[]> =>
  (await findChanges(tenant, ids, new Date())).map((item) => item?.values);

/**
 * How long the index may lag behind an appended change, in milliseconds: readers stop before it, so none is skipped.
 */
export const indexDelay = 5_000;

/**
 * The changes after a cursor (the id of the last event read), in the order in which they were appended, up to those
 * that are certainly in the index at `now`.
 * @throws Failure 400 VALIDATION_ERROR when no event of the tenant has that id, or its retention is over
 */
export async function changesAfter(
  tenant: TenantStore,
  cursor: string | undefined,
  limit: number,
  now: Date,
): Promise<Page<ChangeEvent>> {
  const { widths, change: last } = await loadFeed(tenant, now, cursor);
  if (cursor !== undefined && !last) {
    const message =
      'after must be the cursor of an earlier page, unchanged, whose change is still stored; read everything again without it.';
    throw invalid([{ code: 'UNKNOWN_VALUE', message, target: 'after' }]);
  }
  const to = positionAt(new Date(now.getTime() - indexDelay));
  const from = last ? `${last.gsi1sk}~` : '0';
  if (from > to) return { items: [] };
  const { items, hasMore } = await queryFeed(tenant, widths, { from, to, limit }, now);
  const events = items.map((item) => item.event);
  const end = items.at(-1)?.gsi1sk;
  return hasMore && end !== undefined ? { items: events, next: { gsi1sk: end } } : { items: events };
}

/** A change with its position in the feed. */
export interface PositionedChange {
  readonly event: ChangeEvent;
  /** Text that sorts as the feed does. */
  readonly place: string;
}

/** The position of the change with this id; undefined when there is none. `consistent` finds it at once. */
export const findChangePosition = async (
  tenant: TenantStore,
  id: string,
  options: { readonly consistent?: boolean } = {},
): Promise<string | undefined> => (await findChanges(tenant, [id], new Date(), options))[0]?.gsi1sk;

/** The id of the last change before a position, or at it; undefined when none is stored. */
export const changeIdBefore = findIdBefore;

/** The position from which changes appended at or after a moment follow. */
export const positionAt = (moment: Date): string => toMomentText(moment.getTime());

/** When the change at this position was appended. */
export const getAppendTime = (position: string): Date => new Date(Number(position.slice(0, 13)));

/**
 * The changes from a position on, in the order in which they were appended, up to those that are certainly in the index
 * at `now`, and the position after them. A change at exactly this position is included.
 */
export async function changesFrom(
  tenant: TenantStore,
  position: string,
  limit: number,
  now: Date,
): Promise<{
  readonly changes: readonly PositionedChange[];
  readonly behind: string;
  readonly hasMore: boolean;
}> {
  const to = positionAt(new Date(now.getTime() - indexDelay));
  if (position > to) return { changes: [], behind: position, hasMore: false };
  const { widths } = await loadFeed(tenant, now);
  const { items, hasMore } = await queryFeed(tenant, widths, { from: position, to, limit }, now);
  const changes = items.map(({ event, gsi1sk }) => ({ event, place: gsi1sk }));
  // No position is the prefix of another: position plus tilde sorts after its own change and before every later one.
  const last = changes.at(-1);
  return { changes, behind: last && hasMore ? `${last.place}~` : to, hasMore };
}
