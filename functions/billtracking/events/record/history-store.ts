// Stores the history of events: the last notices of each, when its sources were last seen, under which other ids they have it, and
// which they have deleted while a run looks for where they moved.
import { type Change, commit, put, remove, update } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { SourceName } from '../../source-name.ts';
import type { EventNotice } from './notices.ts';

/** So many notices of an event are stored: the first one, and the last ones. */
export const MAX_NOTICES = 50;

interface NoticeItem extends EventNotice {
  readonly type: 'calendar-event-notice';
  readonly eventId: string;
}

/** The days on which sources had an event last are attributes with their names, so that no writer waits for another. */
export type DaysSeen = { readonly type: 'calendar-event-seen' } & Readonly<
  Partial<Record<SourceName, string>>
>;

/** The event that a source has under another id since it moved, or that another source had first. */
interface AliasItem {
  readonly type: 'calendar-event-alias';
  readonly eventId: string;
}

/** An event that its source has deleted, and that may come back under another id before the run ends. */
export interface HeldDeletion {
  readonly type: 'calendar-event-deletion';
  readonly eventId: string;
  readonly sourceId: string;
}

const partitionName = (eventId: string): string => `CALENDAR-EVENT#${eventId}`;
const noticeKey = (tenant: TenantStore, eventId: string, number: number): Key<NoticeItem> => {
  const place = number === 0 ? 0 : 1 + ((number - 1) % (MAX_NOTICES - 1));
  return tenant.key(partitionName(eventId), `NOTICE#${String(place).padStart(3, '0')}`);
};
const seenKey = (tenant: TenantStore, eventId: string): Key<DaysSeen> =>
  tenant.key(partitionName(eventId), 'SEEN');
const aliasKey = (tenant: TenantStore, id: string): Key<AliasItem> => tenant.key(partitionName(id), 'ALIAS');
const heldPartition = (source: SourceName, stateId: number): string =>
  `CALENDAR-DELETED#${source}#${stateId}`;

/** The notices that a user gave, so that an erasure of the person finds them. */
const noticesByUser = (tenant: TenantStore, subject: string): Partition<NoticeItem> =>
  tenant.listing(`CALENDAR-NOTICES-BY#${subject}`);

/** Stores a notice, in the place of the oldest one but the first when there are too many. */
export const putNotice = (tenant: TenantStore, eventId: string, notice: EventNotice): Change => {
  const { byId, at, number } = notice;
  const listed = byId !== undefined && {
    listed: { listing: noticesByUser(tenant, byId), sort: `${at}#${eventId}#${number}` },
  };
  return put(
    noticeKey(tenant, eventId, number),
    { ...notice, type: 'calendar-event-notice', eventId },
    { ...listed },
  );
};

/** The stored notices of an event, in their order. One query. */
export async function listNotices(tenant: TenantStore, eventId: string): Promise<NoticeItem[]> {
  const partition: Partition<NoticeItem> = tenant.partition(partitionName(eventId));
  const notices = await tenant.queryAll(partition, { beginsWith: 'NOTICE#' });
  return notices.toSorted((a, b) => a.number - b.number);
}

/** When each source had an event last. One read. */
export const daysSeen = (tenant: TenantStore, eventId: string): Promise<DaysSeen | undefined> =>
  tenant.get(seenKey(tenant, eventId));

/** How many marks are written at once. */
const MARKS_AT_ONCE = 20;

/** Notes that a source has events on a day: a read for each, and once a day a write. */
export async function markSeen(
  tenant: TenantStore,
  source: SourceName,
  days: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...days.keys()];
  const stored = await tenant.getMany(ids.map((id) => seenKey(tenant, id)));
  const marks = ids.flatMap((id, index) => {
    const day = days.get(id);
    return stored[index]?.[source] === day
      ? []
      : [update(seenKey(tenant, id), { set: { type: 'calendar-event-seen', [source]: day } })];
  });
  for (let start = 0; start < marks.length; start += MARKS_AT_ONCE)
    await Promise.all(marks.slice(start, start + MARKS_AT_ONCE).map((mark) => commit([mark])));
}

/** The events that stand for these ids; undefined where an id stands for itself. One round trip per hundred. */
export async function aliasesById(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(string | undefined)[]> {
  const found = await tenant.getMany(
    ids.map((id) => aliasKey(tenant, id)),
    { consistent: true },
  );
  return found.map((alias) => alias?.eventId);
}

/** Lets an event stand for an id. */
export const putAlias = (tenant: TenantStore, id: string, eventId: string): Change =>
  put(aliasKey(tenant, id), { type: 'calendar-event-alias', eventId });

/** The events of a state that a source has deleted. One query. */
export const listHeldDeletions = (
  tenant: TenantStore,
  source: SourceName,
  stateId: number,
): Promise<HeldDeletion[]> =>
  tenant.queryAll(tenant.partition<HeldDeletion>(heldPartition(source, stateId)), { consistent: true });

const heldKey = (
  tenant: TenantStore,
  source: SourceName,
  stateId: number,
  eventId: string,
): Key<HeldDeletion> => tenant.key(heldPartition(source, stateId), eventId);

export const holdDeletion = (
  tenant: TenantStore,
  source: SourceName,
  stateId: number,
  { eventId, sourceId }: Pick<HeldDeletion, 'eventId' | 'sourceId'>,
): Change =>
  put(heldKey(tenant, source, stateId, eventId), { type: 'calendar-event-deletion', eventId, sourceId });

export const removeHeldDeletion = (
  tenant: TenantStore,
  source: SourceName,
  stateId: number,
  eventId: string,
): Change => remove(heldKey(tenant, source, stateId, eventId));
