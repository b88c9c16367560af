// The cost of a page of a list of a thousand awards, as DynamoDB reports it (with the read units of access control).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awardSort, buildAward } from '../../../functions/training/awards/award.ts';
import { awardsByName, putAward } from '../../../functions/training/awards/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
const start = Date.parse('2025-01-01T00:00:00Z');

beforeAll(async () => {
  platform = await startPlatform({ hasCorrectUnits: true });
  const store = platform.store('demo');
  const list = awardsByName(store);
  const awards = Array.from({ length: 1000 }, (_, index) =>
    buildAward(
      `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      {
        name: `Award ${(index * 617) % 1000}`,
        description: 'What a description of usual length says about an award. '.repeat(5),
        price: index,
        tags: ['one', 'two', 'three'],
        skills: ['a skill', 'another skill'],
      },
      undefined,
      new Date(start + index * 3_600_000),
    ),
  ).sort((a, b) => (awardSort(a) < awardSort(b) ? -1 : 1));
  for (let first = 0; first < awards.length; first += 40) {
    const batch = awards.slice(first, first + 40);
    const counters = await list.changesFor(batch.map((award) => ({ sort: awardSort(award), by: 1 })));
    await commit([...batch.flatMap((award) => putAward(store, award)), ...counters]);
    await list.rebalance(batch.map(awardSort));
  }
});
afterAll(() => platform.stop());

describe('a page of 50 of a thousand awards', () => {
  it.each([
    ['the first by name', '', 8],
    ['the tenth by name', '?page=10', 14],
    ['the last by name', '?page=21', 14],
    ['the first by name, descending', '?sortDirection=desc', 20],
    ['by name, as of now', `?selectedDate=${new Date().toISOString()}`, 8],
    ['by name, as of an earlier day', '?selectedDate=2025-01-02', 30],
    ['by price', '?sortBy=price&page=3', 70],
    ['by day of creation, descending', '?sortBy=createdDate&sortDirection=desc', 70],
  ])('%s costs no more than its budget', async (_, query, budget) => {
    const { status, readUnits, roundTrips, body } = await platform.call(
      'GET',
      'training',
      `/api/v1/Awards/List${query}`,
      { tenant: 'demo' },
    );
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
    expect(readUnits).toBeLessThanOrEqual(budget);
    expect(roundTrips).toBeLessThanOrEqual(9);
  });

  it('a new award among them costs no more than its budget', async () => {
    const { status, readUnits, writeUnits, roundTrips } = await platform.call(
      'POST',
      'training',
      '/api/v1/Awards',
      { tenant: 'demo', body: { name: 'Award 500 and a half' } },
    );
    expect(status).toBe(201);
    expect(readUnits).toBeLessThanOrEqual(13);
    expect(writeUnits).toBeLessThanOrEqual(24);
    expect(roundTrips).toBeLessThanOrEqual(10);
  });
});
