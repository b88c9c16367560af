// The change feed of tenants that change very much, and of tenants whose changes expire.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import type { StreamRecord } from '../../shared/change-feed/change-event.ts';
import {
  appendChanges,
  changesAfter,
  changesFrom,
  findChangePosition,
} from '../../shared/change-feed/feed.ts';
import { busyChangesPerSecond } from '../../shared/change-feed/feed-shards.ts';
import { addFollower, removeFollower } from '../../shared/change-feed/followers.ts';
import { recordEntries } from '../../shared/change-feed/record-entries.ts';
import { commit, put, remove, update } from '../../shared/data/changes.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createTestTable, dropTable } from '../harness/table.ts';

let table: string;
let tenant: TenantStore;
let tenants = 0;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  table = (await createTestTable()).tableName;
});
afterAll(() => dropTable(table));
beforeEach(() => {
  tenants += 1;
  const code = parseTenantCode(`feed-${tenants}`);
  if (!code) throw new Error('a tenant code');
  tenant = openTenantStore(code);
});

const start = Date.parse('2027-03-01T12:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const day = 86_400;

interface RecordInput {
  readonly type?: string;
  readonly eventName?: 'INSERT' | 'REMOVE';
}

/** A stream record of the tenant: something that happened in this second. */
function buildRecord(
  number: number,
  second: number,
  { type = 'region', eventName = 'INSERT' }: RecordInput = {},
) {
  const image = {
    type: { S: type },
    id: { S: `r${number}` },
    version: { N: '1' },
    schemaVersion: { N: '1' },
  };
  return {
    eventName,
    dynamodb: {
      Keys: { pk: { S: `T#${tenant.code}#REGION#r${number}` } },
      ...(eventName === 'INSERT' ? { NewImage: image } : { OldImage: image }),
      ApproximateCreationDateTime: at(second).getTime() / 1000,
      SequenceNumber: String(number),
    },
  } satisfies StreamRecord;
}

const buildRecords = (count: number, second: number, first = 0) =>
  Array.from({ length: count }, (_, index) => buildRecord(first + index, second));

/** Everything after a cursor, page by page, with the number of pages. */
async function readAll(cursor: string | undefined, now: Date, limit = 100) {
  const subjects: string[] = [];
  let after = cursor;
  for (let pages = 1; ; pages += 1) {
    const page = await changesAfter(tenant, after, limit, now);
    subjects.push(...page.items.map(({ subject }) => subject));
    after = page.items.at(-1)?.id ?? after;
    if (!page.next) return { subjects, cursor: after, pages };
  }
}

/** In how many partitions of the index the changes are, of those that a wide feed may use. */
async function countListings(): Promise<number> {
  const listings = Array.from({ length: 16 }, (_, shard) => (shard === 0 ? 'CHANGES' : `CHANGES#${shard}`));
  const pages = await Promise.all(listings.map((name) => tenant.query(tenant.listing(name), { limit: 1 })));
  return pages.filter(({ items }) => items.length > 0).length;
}

describe('a tenant that changes very much', () => {
  test('has its changes in several listings, which readers get in order and without gaps', async () => {
    await appendChanges(buildRecords(3, 0), at(0));
    const { cursor } = await readAll(undefined, at(10));
    expect(await countListings()).toBe(1);
    const burst = buildRecords(3 * busyChangesPerSecond, 20, 10);
    for (let first = 0; first < burst.length; first += 100)
      await appendChanges(burst.slice(first, first + 100), new Date(at(21).getTime() + first));
    await appendChanges(buildRecords(2, 40, 5_000), at(40));
    const expected = [...burst.map((_, index) => `r${10 + index}`), 'r5000', 'r5001'];
    expect(await countListings()).toBe(16);
    const read = await readAll(cursor, at(60));
    expect(read.subjects).toEqual(expected);
    expect((await readAll(undefined, at(60))).subjects).toEqual(['r0', 'r1', 'r2', ...expected]);
    const pages = [];
    for (let position = '0', hasMore = true; hasMore; ) {
      const page = await changesFrom(tenant, position, 70, at(60));
      pages.push(...page.changes.map(({ event }) => event.subject));
      ({ behind: position, hasMore } = page);
    }
    expect(pages).toEqual(['r0', 'r1', 'r2', ...expected]);
  });

  test('is read as before once it is quiet: in one query', async () => {
    await appendChanges(buildRecords(busyChangesPerSecond, 0), at(0));
    await appendChanges([buildRecord(9_000, 2 * 3600)], at(2 * 3600));
    await appendChanges([buildRecord(9_001, 3 * 3600)], at(3 * 3600));
    const { cursor } = await readAll(undefined, at(2 * 3600 + 10));
    const { subjects } = await readAll(cursor, at(3 * 3600 + 10));
    expect(subjects).toEqual(['r9001']);
    const state = await tenant.get(tenant.key<{ readonly widths: unknown }>('CHANGE-FEED', 'STATE'));
    expect(state?.widths).toEqual([
      { from: at(0).getTime(), shards: 4 },
      { from: at(2 * 3600).getTime(), shards: 1 },
    ]);
  });

  test('stores a change once, however often the stream delivers it', async () => {
    const burst = buildRecords(busyChangesPerSecond + 50, 0);
    for (const moment of [1, 2, 3]) await appendChanges(burst, at(moment));
    expect((await readAll(undefined, at(20), 500)).subjects).toHaveLength(burst.length);
  });
});

describe('a change that an earlier version stored', () => {
  const id = `${at(0).getTime()}-${'7'.padStart(40, '0')}`;
  const earlier = () => {
    const [event] = [{ id, type: 'region.created', subject: 'r7', data: { fields: [] } }];
    return put<object>(
      tenant.key('CHANGES', id),
      { type: 'change', event },
      { listed: { listing: tenant.listing('CHANGES'), sort: `${at(0).getTime()}-00000-${id}` } },
    );
  };

  test('is in the feed, is a cursor, and is not appended again', async () => {
    await commit([earlier()]);
    await appendChanges([buildRecord(7, 0), buildRecord(8, 0)], at(5));
    expect((await readAll(undefined, at(20))).subjects).toEqual(['r7', 'r8']);
    expect((await readAll(id, at(20))).subjects).toEqual(['r8']);
    expect(await findChangePosition(tenant, id)).toBe(`${at(0).getTime()}-00000-${id}`);
  });
});

describe('retention', () => {
  test('a change is stored as long as the tenant sets, 400 days by default', async () => {
    await appendChanges([buildRecord(1, 0)], at(0));
    await commit([update(tenantKey(tenant), { set: { changeRetentionDays: 10 } })]);
    await appendChanges([buildRecord(2, 1)], at(1));
    const items = await tenant.queryAll(tenant.listing<{ readonly ttl: number }>('CHANGES'));
    expect(items.map(({ ttl }) => ttl * 1000)).toEqual([at(400 * day).getTime(), at(10 * day + 1).getTime()]);
  });

  test('a cursor whose change is no longer stored is refused, also before DynamoDB has deleted it', async () => {
    await commit([update(tenantKey(tenant), { set: { changeRetentionDays: 10 } })]);
    await appendChanges(buildRecords(3, 0), at(0));
    await appendChanges([buildRecord(50, day)], at(day));
    const { cursor } = await changesAfter(tenant, undefined, 1, at(10)).then(({ items }) => ({
      cursor: items[0]?.id,
    }));
    expect((await readAll(cursor, at(10 * day - 1))).subjects).toEqual(['r1', 'r2', 'r50']);
    await expect(changesAfter(tenant, cursor, 10, at(10 * day + 1))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect((await readAll(undefined, at(10 * day + 1), 1)).subjects).toEqual(['r50']);
  });

  test('records that an erasure looks through have entries that do not expire and end with the record', async () => {
    const registration = (number: number, eventName?: 'REMOVE') =>
      buildRecord(number, 0, { type: 'registration', ...(eventName && { eventName }) });
    await appendChanges([registration(1), registration(2), buildRecord(3, 0)], at(0));
    const read = async () => (await tenant.queryAll(recordEntries(tenant))).map(({ id }) => id);
    expect(await read()).toEqual(['r1', 'r2']);
    // Of a tenant without a record, which is being erased, no removal is sent.
    await commit([update(tenantKey(tenant), { set: { changeRetentionDays: 400 } })]);
    await appendChanges(
      [
        {
          ...registration(1, 'REMOVE'),
          dynamodb: { ...registration(1, 'REMOVE').dynamodb, SequenceNumber: '77' },
        },
      ],
      at(5),
    );
    expect(await read()).toEqual(['r2']);
    const [entry] = await tenant.queryAll(recordEntries(tenant));
    expect(entry).not.toHaveProperty('ttl');
  });
});

describe('the change bus', () => {
  test('gets the changes of tenants that have subscriptions, and of no others', async () => {
    const types = async () =>
      (await tenant.queryAll(tenant.listing<{ readonly type: string }>('CHANGES'))).map(({ type }) => type);
    await appendChanges([buildRecord(1, 0)], at(0));
    await commit([addFollower(tenant, 500, 'retry')]);
    await appendChanges([buildRecord(2, 1)], at(1));
    await commit([removeFollower(tenant)]);
    await appendChanges([buildRecord(3, 2)], at(2));
    expect(await types()).toEqual(['change', 'followed-change', 'change']);
  });

  test('an erased change keeps nobody from reading on', async () => {
    await appendChanges(buildRecords(3, 0), at(0));
    const [first, second] = (await changesAfter(tenant, undefined, 10, at(10))).items;
    await commit([remove(tenant.key(`CHANGE#${second?.id}`, 'CHANGE'))]);
    expect((await readAll(first?.id, at(10))).subjects).toEqual(['r2']);
  });
});
