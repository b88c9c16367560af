// What no feed reads any more is listed, and the administrators learn of it (docs/interface/billtracking.md#bills-that-no-feed-reads).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import type { OutboxItem } from '../../../shared/mail/outbox.ts';
import { type FeedPlatform, startFeedPlatform } from '../feeds/feed-platform.ts';
import { buildLegiscanBill, legiscanSession } from '../feeds/feed-providers.ts';
import { buildAction, buildOpenStatesBill } from '../feeds/open-states-provider.ts';

let feeds: FeedPlatform;
let admin: string;
beforeAll(async () => {
  feeds = await startFeedPlatform();
  admin = await feeds.platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
});
afterAll(() => feeds?.stop());

async function createFeed(body: object): Promise<string> {
  const reply = await feeds.call('POST', '', { body: { stateIds: [50], key: 'a-secret-key', ...body } });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data.id;
}

/** Reads all feeds that are due at noon of a day, and returns one of them. */
async function runOn(id: string, day: string) {
  await runDataFeeds(undefined, undefined, () => new Date(`${day}T18:00:00Z`));
  return (await feeds.call('GET', `/${id}`)).body.data;
}

async function findBill(billNumber: string): Promise<number> {
  const { body } = await feeds.platform.call(
    'POST',
    'billtracking',
    '/api/1.0/legislative/public-bills/list',
    {
      tenant: 'demo',
      body: { billNumber, stateIds: [50], trackingStatuses: ['NOT_TRACKED', 'TRACKING'] },
    },
  );
  return body.collection[0].id;
}

async function track(billIds: readonly number[], trackingStatus = 'TRACKING'): Promise<void> {
  const { status, text } = await feeds.platform.call('POST', 'billtracking', '/api/1.0/bill/tracking/bulk', {
    ...{ tenant: 'demo', token: admin, body: { billIds, trackingStatus } },
  });
  expect(status, text).toBe(200);
}

async function listUnread(query = 'stateId=50') {
  const { body, text, status } = await feeds.platform.call(
    'GET',
    'billtracking',
    `/api/1.0/datafeed/unread-bills?${query}`,
    { tenant: 'demo', token: admin },
  );
  expect(status, text).toBe(200);
  return body;
}
const namesOf = ({ collection }: { collection: Record<string, unknown>[] }) =>
  collection.map(({ billNumber, reason, lastSeenDate }) => [billNumber, reason, lastSeenDate].join(' '));

const listAlarms = async (): Promise<OutboxItem[]> => {
  const store = feeds.platform.store('demo');
  const { items } = await store.query<OutboxItem>(store.listing('OUTBOX'));
  return items.filter(({ subject }) => subject.includes('no longer reads all tracked bills'));
};

describe('through LegiScan', () => {
  it('lists the tracked bills that are not decided when their list, their session or their feed is gone', async () => {
    const bill = (id: number, hash: string, more = {}) => buildLegiscanBill(id, hash, more);
    feeds.providers.legiscan = {
      ...{ datasetHash: '1', rollCalls: [], sessions: [legiscanSession] },
      bills: [bill(301, 'a'), bill(302, 'a'), bill(303, 'a'), bill(304, 'a')],
    };
    const id = await createFeed({ name: 'Vermont', provider: 'LEGISCAN_API' });
    await runOn(id, '2027-02-01');
    const billIds = await Promise.all(['H 301', 'H 302', 'H 303', 'H 304'].map(findBill));
    await track(billIds.slice(0, 3));
    expect(await listUnread()).toMatchObject({ collection: [], pagingModel: { totalRecords: 0 } });

    // LegiScan no longer lists H 302, and H 303 is signed (API User Manual: getMasterListRaw, progress 4).
    const signed = { progress: [{ date: '2027-02-02', event: 4 }], status: 4 };
    feeds.providers.legiscan.bills = [bill(301, 'a'), bill(303, 'b', signed), bill(304, 'a')];
    expect(await runOn(id, '2027-02-03')).toMatchObject({ health: { state: 'OK' } });
    expect(namesOf(await listUnread())).toEqual(['H 302 NOT_IN_SOURCE 2027-02-01']);
    expect(await listUnread('stateId=50&reason=FEED_PAUSED')).toMatchObject({ collection: [] });

    // Paused: all that is not decided.
    expect(await listAlarms()).toEqual([]);
    const paused = await feeds.call('PUT', `/${id}`, { body: { isPaused: true } });
    expect(paused.body.data.health).toMatchObject({
      state: 'UNREAD',
      reason: expect.stringContaining('2027-2028 Regular Session (2 tracked bills, last read on 2027-02-03)'),
    });
    expect((await listAlarms()).map(({ to }) => to).toSorted()).toEqual([
      ...['ada.fairweather@example.org', 'ben.okafor@example.org', 'kira@demo.example'],
    ]);
    const unread = await listUnread();
    expect(namesOf(unread)).toEqual(['H 301 FEED_PAUSED 2027-02-03', 'H 302 FEED_PAUSED 2027-02-01']);
    expect(unread.collection[0]).toMatchObject({
      ...{ billId: billIds[0], stateId: 50, stage: 'IN_LEGISLATURE', trackingStatus: 'TRACKING' },
      ...{ feedId: id, feedName: 'Vermont', since: '2027-02-03' },
    });
    const second = await listUnread('stateId=50&pageNumber=2&pageSize=1');
    expect(second).toMatchObject({ pagingModel: { totalRecords: 2, totalPages: 2 } });
    expect(namesOf(second)).toEqual(['H 302 FEED_PAUSED 2027-02-01']);
    expect(await listUnread('stateId=50&reason=NO_FEED')).toMatchObject({ collection: [] });
    expect(await listUnread('stateId=50&stage=WITH_EXECUTIVE')).toMatchObject({ collection: [] });

    // Read again, then archived: it is read once more, and no longer (getSessionList: prior).
    await feeds.call('PUT', `/${id}`, { body: { isPaused: false } });
    expect(await runOn(id, '2027-02-05')).toMatchObject({ health: { state: 'OK' } });
    const mails = (await listAlarms()).length;
    feeds.providers.legiscan.sessions = [{ ...legiscanSession, prior: 1, sine_die: 1 }];
    expect(await runOn(id, '2027-02-06')).toMatchObject({
      lastRun: { status: 'DONE' },
      health: { state: 'UNREAD', reason: expect.stringContaining('last read on 2027-02-06') },
    });
    expect(await listAlarms()).toHaveLength(2 * mails);
    expect(namesOf(await listUnread())).toEqual([
      ...['H 301 SESSION_ARCHIVED 2027-02-06', 'H 302 SESSION_ARCHIVED 2027-02-01'],
    ]);

    // Archived by the tenant: nothing is expected of it. Deleted: no feed at all.
    await track([billIds[1] ?? 0], 'ARCHIVED');
    await feeds.call('DELETE', `/${id}`);
    expect(await listAlarms()).toHaveLength(2 * mails);
    const withoutFeed = await listUnread();
    expect(namesOf(withoutFeed)).toEqual(['H 301 NO_FEED 2027-02-06']);
    expect(withoutFeed.collection[0]).toMatchObject({ feedId: null, feedName: null });
    await track([billIds[0] ?? 0], 'NOT_TRACKED');
    expect(await listUnread()).toMatchObject({ collection: [] });
  });
});

describe('through Open States', () => {
  it('reads a session whose bills are not decided on until they are, long after its last day', async () => {
    const session = (years: string, start_date: string, end_date: string) => ({
      ...{ identifier: years, name: `${years} Session`, classification: 'primary', start_date, end_date },
      downloads: [],
    });
    const old = (day: string, ...more: ReturnType<typeof buildAction>[]) =>
      buildOpenStatesBill('S 77', `${day}T00:00:00+00:00`, {
        session: '2029-2030',
        actions: [
          buildAction('Delivered to Governor', '2030-05-20', ['passage', 'executive-receipt']),
          ...more,
        ],
      });
    feeds.providers.openStates.sessions = [
      ...[session('2031-2032', '2031-01-06', '2032-05-01'), session('2029-2030', '2029-01-06', '2030-05-25')],
    ];
    feeds.providers.openStates.bills = [old('2030-05-20')];
    const id = await createFeed({ name: 'Open Vermont', provider: 'OPEN_STATES_API' });
    await runOn(id, '2030-06-01');
    await track([await findBill('S 77')]);
    const askedFor = async (day: string) => {
      feeds.providers.seen.length = 0;
      const feed = await runOn(id, day);
      const bills = feeds.providers.seen.filter(({ path }) => path.endsWith('/bills'));
      return { feed, sessions: bills.map(({ query }) => query.get('session')) };
    };
    // More than 180 days after its last day.
    const late = await askedFor('2031-02-01');
    expect(late.sessions).toEqual(['2031-2032', '2029-2030']);
    expect(late.feed).toMatchObject({ health: { state: 'OK' } });
    expect(await listUnread()).toMatchObject({ collection: [] });
    feeds.providers.openStates.bills = [
      old('2031-02-01', buildAction('Signed by Governor', '2031-02-01', ['executive-signature'])),
    ];
    expect((await askedFor('2031-02-02')).sessions).toContain('2029-2030');
    expect((await askedFor('2031-02-03')).sessions).toEqual(['2031-2032']);
    await feeds.call('DELETE', `/${id}`);
  });
});
