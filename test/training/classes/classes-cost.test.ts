// The cost of a page of a list of a thousand classes, as DynamoDB reports it (with the read units of access control).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '../../../functions/training/classes/changes.ts';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import { classSort } from '../../../functions/training/classes/record/class-entry.ts';
import { classById, classesByStart } from '../../../functions/training/classes/record/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
const hour = 3_600_000;
const later = (moment: string, hours: number): string =>
  new Date(Date.parse(moment) + hours * hour).toISOString();

/** The demo class many times, one every ten hours, most of them in the past. */
function copies(of: ClassItem): ClassItem[] {
  const first = later(of.startsAt, -9_500);
  return Array.from({ length: 1000 }, (_, index): ClassItem => {
    const startsAt = later(first, index * 10);
    const sessions = of.sessions.map((session) => ({ ...session, startsAt, date: startsAt.slice(0, 10) }));
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    return {
      ...of,
      id,
      sectionName: `Class ${(index * 617) % 1000}`,
      startsAt,
      endsAt: later(startsAt, 3),
      sessions,
    };
  });
}

beforeAll(async () => {
  platform = await startPlatform({ hasCorrectUnits: true });
  const store = platform.store('demo');
  const model = await classById(store, platform.demo.values.classId ?? '');
  if (!model) throw new Error('The demo has no class to copy');
  const list = classesByStart(store);
  const all = copies(model);
  for (let first = 0; first < all.length; first += 30) {
    const batch = all.slice(first, first + 30);
    const counters = await list.changesFor(batch.map((classItem) => ({ sort: classSort(classItem), by: 1 })));
    await commit([...batch.flatMap((classItem) => putClass(store, classItem)), ...counters]);
    await list.rebalance(batch.map(classSort));
  }
});
afterAll(() => platform.stop());

const get = (path: string) => platform.call('GET', 'training', `/api/v1${path}`, { tenant: 'demo' });
const post = (path: string, body: unknown) =>
  platform.call('POST', 'training', `/api/v1${path}`, { tenant: 'demo', body });

describe('a page of 50 of a thousand classes', () => {
  it.each([
    ['the first', '', 62],
    ['the tenth', '?page=10', 66],
    ['the last', '?page=20', 66],
    ['the first, descending', '?sortDirection=desc', 70],
    ['by name, which reads the entries of all classes', '?sortBy=sectionName&page=3', 165],
    ['of upcoming classes', '?state=Upcoming', 81],
    ['of one course', '?courseId=unknown', 165],
  ])('%s costs no more than its budget', async (_, query, budget) => {
    const path = `/Classes/List${query}`.replace('unknown', platform.demo.values.courseId ?? '');
    const { status, readUnits, roundTrips, body } = await get(path);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
    expect(readUnits).toBeLessThanOrEqual(budget);
    expect(roundTrips).toBeLessThanOrEqual(9);
  });
});

// docs/interface/limits.md#page-sizes: callers request up to a thousand classes per page and wait 30 seconds.
describe('a page of a thousand classes', () => {
  it.each([
    ['by start', { itemCount: 1000 }, 1150],
    ['descending', { itemCount: '1000', sortDirection: 'desc' }, 1150],
    ['by name', { itemCount: 1000, sortBy: 'sectionName' }, 1200],
  ])('%s costs a read unit for each class and fits in one response', async (_, input, budget) => {
    const { status, readUnits, roundTrips, body, bytes } = await post('/Public/ClassPagingList', input);
    expect(status).toBe(200);
    expect(body).toMatchObject({ itemCount: 1000, totalCount: 1005 });
    expect(new Set(body.result.map(({ id }: { id: string }) => id)).size).toBe(1000);
    expect(readUnits).toBeLessThanOrEqual(budget);
    expect(roundTrips).toBeLessThanOrEqual(35);
    expect(bytes.length).toBeLessThan(5_000_000);
  });
});

it('the count is read from the counters without filters, and from the entries with filters', async () => {
  const flat = await post('/Public/Class/FilteredRecordCount', {});
  expect(flat.body).toBe(1005);
  expect(flat.readUnits).toBeLessThanOrEqual(3);
  const filtered = await post('/Public/Class/FilteredRecordCount', { searchText: 'class 617' });
  expect(filtered.body).toBe(1);
  expect(filtered.readUnits).toBeLessThanOrEqual(110);
});

it('creating a class among a thousand costs no more than its budget', async () => {
  const { status, readUnits, roundTrips } = await post('/Classes', {
    sectionName: 'One more',
    courseId: platform.demo.values.courseId,
    sessions: [{ date: '2027-01-05', startTime: '09:00', endTime: '10:00' }],
  });
  expect(status).toBe(201);
  expect(readUnits).toBeLessThanOrEqual(12);
  expect(roundTrips).toBeLessThanOrEqual(9);
});
