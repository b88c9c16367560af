// The cost of a page of a list of six hundred courses, as DynamoDB reports it (with the read units of access control).
// Rules: docs/interface/limits.md#page-sizes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putCourse } from '../../../functions/training/courses/changes.ts';
import { buildCourse, courseSort } from '../../../functions/training/courses/course.ts';
import { putCourseHints } from '../../../functions/training/courses/course-words.ts';
import { courseEntries, coursesByName } from '../../../functions/training/courses/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
const start = Date.parse('2025-01-01T00:00:00Z');

beforeAll(async () => {
  platform = await startPlatform({ hasCorrectUnits: true });
  const store = platform.store('demo');
  const lists = [coursesByName(store), courseEntries(store).activeByName];
  const courses = Array.from({ length: 600 }, (_, index) =>
    buildCourse(
      `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      {
        name: `Course ${(index * 617) % 600}`,
        description: 'What a description of usual length says about a course. '.repeat(6),
        creditHours: index % 9,
        tags: ['one', 'two', 'three'],
        skills: ['a skill', 'another skill'],
      },
      undefined,
      new Date(start + index * 3_600_000),
    ),
  ).sort((a, b) => (courseSort(a) < courseSort(b) ? -1 : 1));
  for (let first = 0; first < courses.length; first += 40) {
    const batch = courses.slice(first, first + 40);
    const deltas = batch.map((course) => ({ sort: courseSort(course), by: 1 as const }));
    const counters = await Promise.all(lists.map((list) => list.changesFor(deltas)));
    await Promise.all(batch.map((course) => putCourseHints(store, undefined, course)));
    await commit([...batch.flatMap((course) => putCourse(store, course)), ...counters.flat()]);
    await Promise.all(lists.map((list) => list.rebalance(batch.map(courseSort))));
  }
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    ...(body !== undefined && { body }),
  });

describe('a page of 50 courses', () => {
  it.each([
    ['the first by name', '', 8],
    ['the tenth by name', '?page=10', 14],
    ['by hours', '?sortBy=creditHours&page=3', 60],
    ['by description, which reads the courses themselves', '?sortBy=description&page=3', 130],
  ])('%s costs no more than its budget', async (_, query, budget) => {
    const { status, readUnits, roundTrips, body } = await call('GET', `/Courses/List${query}`);
    expect(status).toBe(200);
    expect(body).toHaveLength(50);
    expect(readUnits).toBeLessThanOrEqual(budget);
    expect(roundTrips).toBeLessThanOrEqual(6);
  });
});

describe('a page of 10 courses of the catalogue, each with its classes', () => {
  it.each([
    ['the first', { pageNumber: 1 }, 16],
    ['the fiftieth', { pageNumber: 50 }, 22],
    [
      'the tenth, descending, as of today',
      { pageNumber: 10, sortDirection: 'desc', filterBody: { selectedDate: '2099-01-01' } },
      30,
    ],
    ['of a search', { filterBody: { searchText: 'course 5' } }, 48],
  ])('%s costs no more than its budget', async (_, input, budget) => {
    const { status, readUnits, body } = await call('POST', '/Public/CoursePagingList', {
      itemCount: 10,
      ...input,
    });
    expect(status).toBe(200);
    expect(body.result).toHaveLength(10);
    expect(readUnits).toBeLessThanOrEqual(budget);
  });

  it('a page of all courses (up to a thousand) makes no query for each course', async () => {
    const { status, readUnits, roundTrips, body } = await call('POST', '/Public/CoursePagingList', {
      itemCount: 1000,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ itemCount: 610, totalCount: 610 });
    expect(readUnits).toBeLessThanOrEqual(350);
    expect(roundTrips).toBeLessThanOrEqual(16);
    const reply = await call('POST', '/Public/CoursePagingList', { filterBody: { searchText: 'budget' } });
    expect(body.result.find(({ id }: { id: string }) => id === reply.body.result[0].id)).toEqual(
      reply.body.result[0],
    );
  });

  it('the count of courses without filters is read from the counters', async () => {
    const { body, readUnits, roundTrips } = await call('POST', '/Public/Course/FilteredRecordCount', {});
    expect(body).toBe(610);
    expect(readUnits).toBeLessThanOrEqual(3);
    expect(roundTrips).toBeLessThanOrEqual(2);
  });
});
