// The cost of bills, as DynamoDB reports it: a page of tracked bills costs the same however many bills there are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billsById, putBills, rebalanceLists } from '../../../functions/billtracking/bills/record/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
const TRACKED = 400;

beforeAll(async () => {
  service = await startBillsPlatform({ hasCorrectUnits: true });
  const ids = await service.importBills(
    ...Array.from({ length: 1000 }, (_, index) =>
      buildBill(`HB ${index + 1}`, {
        title: `An act concerning matter ${index} of the counties, their officers, and the funds that they keep`,
        summary: 'Asks counties to report yearly on what they keep, and allows them to invest it.',
        lastActionOn: `2026-0${1 + (index % 3)}-${String(1 + (index % 28)).padStart(2, '0')}`,
        sponsors: Array.from({ length: 5 }, (__, by) => ({ name: `Delegate ${by}`, isPrimary: by === 0 })),
        committees: [{ id: 240001, name: 'House Environment and Transportation', chamber: 'lower' }],
      }),
    ),
  );
  for (let start = 0; start < TRACKED; start += 15) {
    const bills = await billsById(service.store, ids.slice(start, Math.min(TRACKED, start + 15)), {
      consistent: true,
    });
    const writes = bills.map((before) => ({
      before,
      after: { ...before, trackingStatus: 'TRACKING' as const, version: before.version + 1 },
    }));
    await rebalanceLists(service.store, writes);
    await commit(await putBills(service.store, writes));
  }
});
afterAll(() => service.platform.stop());

describe('a page of 50 of some 400 tracked bills, among a thousand, has a bounded cost', () => {
  it.each([
    ['the first', 1],
    ['the fifth', 5],
    ['the last', 8],
  ])('%s, by last action', async (_, pageNumber) => {
    const { body, readUnits, roundTrips } = await service.post(`${publicBills}/list`, {
      pageNumber,
      pageSize: 50,
    });
    expect(body.collection.length).toBeGreaterThan(0);
    expect(body.pagingModel.totalRecords).toBeGreaterThanOrEqual(TRACKED);
    expect(readUnits).toBeLessThanOrEqual(20);
    expect(roundTrips).toBeLessThanOrEqual(8);
  });

  it('counting them reads the counters only', async () => {
    const { readUnits } = await service.post(`${publicBills}/all-filter-list/count`, {});
    expect(readUnits).toBeLessThanOrEqual(4);
  });

  it.each(['HB 123', 'h.b. 0123', '123'])(
    'by the number %s, tracked or not, in any session',
    async (billNumber) => {
      const statuses = ['TRACKING', 'NOT_TRACKED'];
      const filter = { billNumber, trackingStatuses: statuses };
      const { body, readUnits } = await service.post(`${publicBills}/list`, filter);
      expect(body.collection.map((bill: { billNumber: string }) => bill.billNumber)).toEqual(['HB 123']);
      expect(readUnits).toBeLessThanOrEqual(12);
      expect((await service.post(`${publicBills}/all-filter-list/count`, filter)).body).toBe(1);
      expect(
        (await service.post(`${publicBills}/list`, { ...filter, stateIds: [1] })).body.collection,
      ).toEqual([]);
    },
  );

  it('by a filter or in another order, one read unit for some six bills', async () => {
    const { readUnits } = await service.post(`${publicBills}/list`, {
      sortBy: 'Title',
      searchText: 'matter 39',
    });
    expect(readUnits).toBeLessThanOrEqual(TRACKED / 6 + 6);
  });
});

describe('saving the tracking of one of them', () => {
  it('costs the bill, its row, the counters and the activity lines', async () => {
    const { collection } = (await service.post(`${publicBills}/list`, { pageSize: 1 })).body;
    const { readUnits, writeUnits, roundTrips } = await service.track(String(collection[0].id), {
      trackingStatus: 'PRIORITY',
      position: 'SUPPORT',
    });
    expect(readUnits).toBeLessThanOrEqual(16);
    expect(writeUnits).toBeLessThanOrEqual(70);
    expect(roundTrips).toBeLessThanOrEqual(26);
  });
});

describe('a page of 50 of some 400 tracked bills that no feed reads has a bounded cost', () => {
  beforeAll(async () => {
    // The session is over some day, and its bills are dead then.
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.reference.write'],
    });
    const { status, text } = await service.platform.call('PUT', 'billtracking', '/api/1.0/session/2402', {
      ...{ tenant: 'demo', token, body: { endDate: '2199-01-01' } },
    });
    expect(status, text).toBe(200);
  });

  it.each([
    ['the first', 1],
    ['the fifth', 5],
    ['the last', 8],
  ])('%s', async (_, pageNumber) => {
    const { body, readUnits, roundTrips } = await service.get(
      `/api/1.0/datafeed/unread-bills?stateId=24&pageNumber=${pageNumber}&pageSize=50`,
      service.staff,
    );
    expect(body.collection.length).toBe(50);
    expect(body.pagingModel.totalRecords).toBe(TRACKED);
    expect(body.collection[0]).toMatchObject({ reason: 'NO_FEED', stage: 'IN_LEGISLATURE', sessionId: 2402 });
    expect(readUnits).toBeLessThanOrEqual(60);
    expect(roundTrips).toBeLessThanOrEqual(12);
  });
});
