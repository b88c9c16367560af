// Stored data feeds: the feed, its run, its log, the marks by which changes are recognised, and parts of a downloaded archive.

import { type Change, check, ifVersion, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { createRunStore } from '../../../../shared/jobs/leased-run.ts';
import { type CursorPage, readCursorPage } from '../../../../shared/lists/cursor.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { bytesPerPart, splitBytes } from '../../../../shared/values/split-bytes.ts';
import type { FeedItem, FeedLogItem, FeedRefusal, FeedRunItem, QuotaItem } from './feed.ts';

/** What a provider said of a record when it was last imported: equal text, equal record. */
export interface FeedMark {
  readonly type: 'data-feed-mark';
  readonly id: string;
  readonly hash: string;
  /** Of a whole session: how many bills it has. */
  readonly bills?: number | undefined;
  /** Of a text: when it was last asked for, and what its host says of its content there. */
  readonly checkedAt?: string | undefined;
  readonly validator?: string | undefined;
  /** Of a text: the file that it was read from, of those that have it. */
  readonly file?: string | undefined;
  /** Of a text that was refused: how often. */
  readonly tries?: number | undefined;
}

interface RefusalsItem {
  readonly type: 'data-feed-refusals';
  readonly sk: string;
  readonly entries: readonly FeedRefusal[];
  readonly ttl: number;
}

interface PartItem {
  readonly type: 'data-feed-part';
  readonly bytes: Uint8Array;
  readonly ttl: number;
}

/** How long the log of a run is stored, and how long a downloaded archive that nobody removed. */
export const LOG_DAYS = 180;
const PART_DAYS = 3;
const toTtl = (now: Date, days: number): number => Math.floor(now.getTime() / 1000) + days * 86_400;

const partitionName = (id: string): string => `FEED#${id}`;
const toSort = (number: number): string => String(number).padStart(6, '0');

const feedKey = (tenant: TenantStore, id: string): Key<FeedItem> => tenant.key(partitionName(id), 'FEED');
const logSort = ({ startedDate, id }: Pick<FeedLogItem, 'startedDate' | 'id'>): string =>
  `LOG#${startedDate}#${id}`;
const markKey = (tenant: TenantStore, feedId: string, scope: string, id: string): Key<FeedMark> =>
  tenant.key(partitionName(feedId), `MARK#${scope}#${id}`);
const partKey = (tenant: TenantStore, feedId: string, part: number): Key<PartItem> =>
  tenant.key(partitionName(feedId), `PART#${toSort(part)}`);

const feedsByDate = (tenant: TenantStore): Partition<FeedItem> => tenant.listing('DATA-FEEDS');
const ownPartition = <T>(tenant: TenantStore, id: string): Partition<T> =>
  tenant.partition<T>(partitionName(id));

export const feedRuns = createRunStore<FeedRunItem>(partitionName, 'DATA-FEED-RUNS');

const listed = (tenant: TenantStore, { createdDate, id }: FeedItem) => ({
  listed: { listing: feedsByDate(tenant), sort: `${createdDate}#${id}` },
});

export const insertFeed = (tenant: TenantStore, feed: FeedItem): Change =>
  insert(feedKey(tenant, feed.id), feed, listed(tenant, feed));

/** @throws Failure 412 when If-Match names another version */
export const updateFeed = (
  tenant: TenantStore,
  before: FeedItem,
  after: FeedItem,
  ifMatch?: IfMatch,
): Change =>
  put(feedKey(tenant, after.id), after, {
    ...ifUnchanged(before.version, ifMatch),
    ...listed(tenant, after),
  });

/** The commit succeeds only while the feed is as it was read. */
export const checkFeed = (tenant: TenantStore, { id, version }: FeedItem): Change =>
  check(feedKey(tenant, id), ifVersion(version), 'retry');

/** @throws Failure 412 when If-Match names another version */
export const removeFeed = (tenant: TenantStore, before: FeedItem, ifMatch?: IfMatch): Change =>
  remove(feedKey(tenant, before.id), ifUnchanged(before.version, ifMatch));

/** All feeds, the oldest first. */
export const listFeeds = (tenant: TenantStore): Promise<FeedItem[]> => tenant.queryAll(feedsByDate(tenant));

/** Where requests to a provider are counted: for the tenant together, or for one feed. */
export const quotaKey = (
  tenant: TenantStore,
  of: { readonly service: string } | { readonly id: string },
): Key<QuotaItem> =>
  'service' in of ? tenant.key('DATA-FEED-QUOTA', of.service) : tenant.key(partitionName(of.id), 'QUOTA');

/** A feed and its run. One round trip. */
export async function feedById(tenant: TenantStore, id: string) {
  const keys: Key<FeedItem | FeedRunItem>[] = [feedKey(tenant, id), feedRuns.key(tenant, id)];
  const [feed, run] = await tenant.getMany(keys, { consistent: true });
  return {
    feed: feed?.type === 'data-feed' ? feed : undefined,
    run: run?.type === 'data-feed-run' ? run : undefined,
  };
}

/** The same. @throws Failure 404 */
export async function requireFeed(tenant: TenantStore, id: string) {
  const { feed, run } = await feedById(tenant, id);
  if (!feed) throw notFound('data feed', id);
  return { feed, run };
}

/** The runs of feeds, in their order. */
export const runsOfFeeds = (
  tenant: TenantStore,
  feeds: readonly FeedItem[],
): Promise<(FeedRunItem | undefined)[]> => tenant.getMany(feeds.map(({ id }) => feedRuns.key(tenant, id)));

/** Writes the line of a run in the log. */
export const putLog = (tenant: TenantStore, line: Omit<FeedLogItem, 'type' | 'ttl'>, now: Date): Change =>
  put(tenant.key<FeedLogItem>(partitionName(line.feedId), logSort(line)), {
    ...line,
    ...{ type: 'data-feed-log', ttl: toTtl(now, LOG_DAYS) },
  });

/** The last run of a feed. */
export const lastLog = async (tenant: TenantStore, feedId: string): Promise<FeedLogItem | undefined> =>
  (
    await tenant.query(ownPartition<FeedLogItem>(tenant, feedId), {
      ...{ beginsWith: 'LOG#', backward: true, limit: 1 },
    })
  ).items[0];

interface PageQuery {
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/** Runs of a feed, the latest first. */
export const listLog = (
  tenant: TenantStore,
  feedId: string,
  page: PageQuery,
): Promise<CursorPage<FeedLogItem>> =>
  readCursorPage(
    `${feedId} LOG`,
    page,
    logSort,
    async (limit, after) =>
      (
        await tenant.query(ownPartition<FeedLogItem>(tenant, feedId), {
          ...{ from: 'LOG#', to: after ?? 'LOG#~', backward: true, limit },
        })
      ).items,
  );

/** Stores the problems of a part of a run. */
export const putRefusals = (
  tenant: TenantStore,
  { feedId, logId, page }: { readonly feedId: string; readonly logId: string; readonly page: number },
  entries: readonly FeedRefusal[],
  now: Date,
): Change => {
  const sk = `REFUSAL#${logId}#${toSort(page)}`;
  const key: Key<RefusalsItem> = tenant.key(partitionName(feedId), sk);
  return put(key, { type: 'data-feed-refusals', sk, entries, ttl: toTtl(now, LOG_DAYS) });
};

/** The problems of a run, some pages of them at a time. */
export const listRefusals = (
  tenant: TenantStore,
  feedId: string,
  logId: string,
  page: PageQuery,
): Promise<CursorPage<RefusalsItem>> => {
  const prefix = `REFUSAL#${logId}#`;
  return readCursorPage(
    `${feedId} ${prefix}`,
    page,
    ({ sk }) => sk,
    async (limit, after) =>
      (
        await tenant.query(ownPartition<RefusalsItem>(tenant, feedId), {
          ...{ from: after ?? prefix, to: `${prefix}~`, limit },
        })
      ).items,
  );
};

/** The marks of a scope, such as a session, by id. A query per megabyte. */
export async function loadMarks(
  tenant: TenantStore,
  feedId: string,
  scope: string,
): Promise<ReadonlyMap<string, FeedMark>> {
  const marks = await tenant.queryAll(ownPartition<FeedMark>(tenant, feedId), {
    ...{ beginsWith: `MARK#${scope}#`, consistent: true },
  });
  return new Map(marks.map((mark) => [mark.id, mark]));
}

/** Some marks of a scope, in the order of their ids. */
export const marksById = (
  tenant: TenantStore,
  feedId: string,
  scope: string,
  ids: readonly string[],
): Promise<(FeedMark | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => markKey(tenant, feedId, scope, id)),
    { consistent: true },
  );

export const putMark = (
  tenant: TenantStore,
  feedId: string,
  scope: string,
  { id, hash, ...more }: Omit<FeedMark, 'type'>,
): Change =>
  put(markKey(tenant, feedId, scope, id), {
    ...{ type: 'data-feed-mark', id, hash },
    ...omitUndefined(more),
  });

/** The scope of the mark that says when a monitor list was read last. */
const MONITOR_LIST = 'monitor-list';

/** Records when a run has read the monitor list. */
export const markMonitorListRead = (tenant: TenantStore, feedId: string, now: Date): Change =>
  putMark(tenant, feedId, MONITOR_LIST, { id: 'read', hash: now.toISOString() });

/** When a run has read the monitor list; undefined before the first. */
export const monitorListReadDate = async (tenant: TenantStore, feedId: string): Promise<string | undefined> =>
  (await marksById(tenant, feedId, MONITOR_LIST, ['read']))[0]?.hash;

/** The changes that store an archive, one for each commit. */
export const putArchive = (tenant: TenantStore, feedId: string, bytes: Uint8Array, now: Date): Change[] =>
  splitBytes(bytes).map((part, index) =>
    put(partKey(tenant, feedId, index), {
      type: 'data-feed-part' as const,
      bytes: part,
      ttl: toTtl(now, PART_DAYS),
    }),
  );

/** The bytes of a stored archive; undefined when it has expired. */
export async function loadArchive(
  tenant: TenantStore,
  feedId: string,
  length: number,
): Promise<Buffer | undefined> {
  const count = Math.ceil(length / bytesPerPart);
  const parts: Uint8Array[] = [];
  // A reply of DynamoDB has 16 MB at most.
  for (let start = 0; start < count; start += 40) {
    const keys = Array.from({ length: Math.min(40, count - start) }, (_, index) =>
      partKey(tenant, feedId, start + index),
    );
    for (const part of await tenant.getMany(keys, { consistent: true })) {
      if (!part) return undefined;
      parts.push(part.bytes);
    }
  }
  return Buffer.concat(parts);
}

/** Removals for one commit each, of a deleted feed. */
const REMOVALS_PER_COMMIT = 90;

/** What is stored below a feed besides its run, in groups for one commit each; only the archive with `PART#`. */
export async function* removeRest(
  tenant: TenantStore,
  id: string,
  beginsWith?: 'PART#',
): AsyncGenerator<readonly Change[]> {
  const pages = tenant.queryPages(ownPartition<{ readonly sk: string }>(tenant, id), {
    ...(beginsWith && { beginsWith }),
    ...{ limit: REMOVALS_PER_COMMIT, consistent: true, only: ['sk'] },
  });
  for await (const { items } of pages) {
    const others = items.filter(({ sk }) => sk !== 'RUN');
    if (others.length > 0) yield others.map(({ sk }) => remove(tenant.key(partitionName(id), sk)));
  }
}
