// The cost of a page of the activity log among a thousand lines, as DynamoDB reports it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allActivity, insertActivities } from '../../../functions/billtracking/activity/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { balanceLists } from '../../harness/balance-lists.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let ids = 0;
const newId = (): string => {
  ids += 1;
  return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
};

const LINES = 1000;
const start = Date.parse('2024-01-01T00:00:00Z');

/** The lines of the demo data. */
let seeded = 0;

beforeAll(async () => {
  platform = await startPlatform({ hasCorrectUnits: true });
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.activity.read'] });
  const store = platform.store('demo');
  seeded = await allActivity(store).total();
  for (let first = 0; first < LINES; first += 25) {
    const lines = Array.from({ length: 25 }, (_, index) => ({
      userId: 'ann',
      action: (first + index) % 100 === 0 ? 'EXPORT' : 'VIEW_BILL',
      entityType: 'BILL',
      entityId: '1217',
      isSystem: false,
      timestamp: new Date(start + (first + index) * 6 * 3_600_000).toISOString(),
      metadata: { billNumber: 'HB 1217', state: 'WA', title: 'Housing stability and rent increases' },
    }));
    await commit(await insertActivities(store, lines, new Date(), newId));
  }
  await balanceLists(platform.tableName);
});
afterAll(() => platform.stop());

const list = (body: object) =>
  platform.call('POST', 'billtracking', '/api/1.0/activity/log/list', { tenant: 'demo', token, body });

describe('a page of 50 of a thousand lines has a bounded cost', () => {
  it.each([
    ['the newest', {}, 'all', 8],
    ['the tenth page', { pageNumber: 10 }, 'all', 10],
    ['the oldest', { isAscending: true }, 'all', 7],
    ['the newest of a user', { userId: 'ann' }, LINES, 7],
    ['a page amid those of a bill', { entityType: 'bill', entityId: '1217', pageNumber: 10 }, LINES, 9],
    [
      'a page amid the days of five months',
      { startDate: '2024-02-01', endDate: '2024-06-30', pageNumber: 6 },
      604,
      13,
    ],
  ])('%s', async (_, filter, total, budget) => {
    const { body, readUnits, roundTrips } = await list(filter);
    expect(body.pagingModel.totalRecords).toBe(total === 'all' ? LINES + seeded : total);
    expect(body.collection).toHaveLength(50);
    expect(readUnits).toBeLessThanOrEqual(budget);
    expect(roundTrips).toBeLessThanOrEqual(9);
  });

  it('costs in proportion to the lines that must be read one by one', async () => {
    const all = await list({ action: 'EXPORT' });
    expect(all.body.pagingModel.totalRecords).toBe(LINES / 100);
    const month = await list({ action: 'EXPORT', startDate: '2024-03-01', endDate: '2024-03-31' });
    expect(month.body.pagingModel.totalRecords).toBe(1);
    expect(all.readUnits).toBeGreaterThan(50);
    expect(month.readUnits).toBeLessThanOrEqual(15);
  });
});
