// The counts of the class catalogue always equal the totalCount of the list with the same filters
// (docs/interface/lists.md#count-endpoints).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;

const post = async (path: string, body: object) =>
  (await platform.call('POST', 'training', `/api/v1${path}`, { tenant: 'demo', body })).body;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('counts', () => {
  const words = fc.constantFrom('', 'a', 'ethics', 'Budget', 'law winter', 'nobody');
  /** Days around the demo's classes, and days far from any class. */
  const day = fc.oneof(
    fc.constantFrom('', '2001-01-01', '01-01-2030', '9999-12-31', '0001-01-01'),
    fc
      .integer({ min: -60, max: 200 })
      .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
  );
  const range = fc.record({ startDate: day, endDate: day });
  const states = fc.subarray(['Upcoming', 'Completed', 'Cancelled', 'In Progress']);
  const filter = fc.record(
    {
      searchText: words,
      title: words,
      selectedDate: day,
      classStates: states,
      sessionDateRange: range,
      createdDateRange: range,
      registrationDateRange: range,
      creditHour: fc.record({ min: fc.constantFrom('', '2', 6), max: fc.constantFrom('', '4', 8) }),
      courses: fc.constantFrom([], ''),
      year: fc.constantFrom('', '2036', 2035),
      month: fc.constantFrom('', '3'),
    },
    { requiredKeys: [] },
  );

  it('equal the totalCount of the list with the same filters, under filterBody or at the top level (any filters)', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (sent) => {
        const { totalCount, result } = await post('/Public/ClassPagingList', { filterBody: sent });
        expect(result.length).toBe(totalCount);
        expect(
          await post('/Public/Class/FilteredRecordCount', { ...sent, pageNumber: '1', pageSize: '10' }),
        ).toBe(totalCount);
        expect(await post('/Public/Class/FilteredRecordCount', { filterBody: sent })).toBe(totalCount);
      }),
      { numRuns: 60 },
    );
  });

  it('equal the totalCount of the list of events and classes with the same filters', async () => {
    const event = fc.record(
      {
        searchText: words,
        selectedDate: day,
        isUpcoming: fc.constantFrom('true', 'false', ''),
        category: fc.constantFrom(null, 'Event', 'Class'),
        venueId: fc.constantFrom([], ['12']),
        registrationDateRange: range,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(event, async (filterBody) => {
        const listed = await post('/public/EventClassPagingList', { filterBody });
        expect(listed.result.length).toBe(listed.totalCount);
        for (const body of [{ filterBody }, filterBody])
          expect(await post('/Public/EventAndClassFilteredCount', body)).toBe(listed.totalCount);
      }),
      { numRuns: 20 },
    );
  });
});
