// Series of mails: steps with delays, each once for a person (docs/interface/communication.md#series). A step is a broadcast
// whose recipients come one by one: it has the texts, the numbers and what became of each mail.
import { type Change, put, remove } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { StoredRecord } from '../directory/record/stored.ts';
import { conflict, notFound } from '../errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../http/etag.ts';

export const seriesStates = ['draft', 'active', 'paused', 'ended'] as const;
export type SeriesState = (typeof seriesStates)[number];

/** A mail of a series. */
export interface SeriesStep {
  /** The id of the broadcast that it is. */
  readonly id: string;
  /** How long after the former step, or after the person entered: calendar days at the same local time, then hours. */
  readonly delayDays: number;
  readonly delayHours: number;
}

/** What a series says, its steps apart. */
export interface SeriesContent {
  readonly name: string;
  /** The static list whose new members enter. */
  readonly listId?: string | undefined;
  readonly topicId?: string | undefined;
  readonly replyTo?: string | undefined;
}

/**
 * A stored series.
 *
 * | from           | event     | to     |
 * |----------------|-----------|--------|
 * | (none)         | created   | draft  |
 * | draft          | started   | active |
 * | active         | paused    | paused |
 * | paused         | resumed   | active |
 * | active, paused | ended     | ended  |
 */
export interface SeriesItem extends SeriesContent, StoredRecord<'mail-series'> {
  readonly status: SeriesState;
  readonly steps: readonly SeriesStep[];
  readonly createdBy: string;
  /** Who started it. */
  readonly startedBy?: string | undefined;
}

/** What an endpoint does with a series, and in which states. */
const allowed = {
  change: ['draft', 'active', 'paused'],
  delete: ['draft'],
  start: ['draft'],
  pause: ['active'],
  resume: ['paused'],
  end: ['active', 'paused'],
  enter: ['active', 'paused'],
} as const satisfies Readonly<Record<string, readonly SeriesState[]>>;
export type SeriesAction = keyof typeof allowed;

/** Whether the state of a series allows something. */
export function allows(action: SeriesAction, { status }: Pick<SeriesItem, 'status'>): boolean {
  const states: readonly SeriesState[] = allowed[action];
  return states.includes(status);
}

/** @throws Failure 409 when the state of a series does not allow it */
export function assertAllows(action: SeriesAction, series: SeriesItem): void {
  if (!allows(action, series))
    throw conflict(
      `${series.name} is ${series.status}; only a series that is ${allowed[action].join(' or ')} allows it.`,
    );
}

/** The partition of what belongs to a series. */
export const seriesPartition = (id: string): string => `MAIL-SERIES#${id}`;
export const seriesKey = (tenant: TenantStore, id: string): Key<SeriesItem> =>
  tenant.key(seriesPartition(id), 'SERIES');
/** All series, by name. */
export const seriesByName = (tenant: TenantStore): Partition<SeriesItem> => tenant.listing('MAIL-SERIES');

/** All series of a tenant, which has a few dozen. One query. */
export const listSeries = (tenant: TenantStore): Promise<SeriesItem[]> =>
  tenant.queryAll(seriesByName(tenant));

/** One read. */
export const findSeries = (tenant: TenantStore, id: string): Promise<SeriesItem | undefined> =>
  tenant.get(seriesKey(tenant, id.toLowerCase()), { consistent: true });

/** @throws Failure 404 */
export async function requireSeries(tenant: TenantStore, id: string): Promise<SeriesItem> {
  const series = await findSeries(tenant, id);
  if (!series) throw notFound('series', id);
  return series;
}

/** Stores a series, as it was read as `before`. */
export const saveSeries = (
  tenant: TenantStore,
  before: SeriesItem | undefined,
  after: SeriesItem,
  ifMatch?: IfMatch,
): Change =>
  put(seriesKey(tenant, after.id), after, {
    ...ifUnchangedOrAbsent(before, ifMatch),
    listed: { listing: seriesByName(tenant), sort: `${after.name.toLowerCase()}#${after.id}` },
  });

/** Removes a draft of a series. */
export const removeSeries = (tenant: TenantStore, series: SeriesItem, ifMatch?: IfMatch): Change =>
  remove(seriesKey(tenant, series.id), ifUnchangedOrAbsent(series, ifMatch));
