// The search of courses by the index of words: it finds what reading all courses finds, and costs the same however many there are.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putCourse } from '../../../functions/training/courses/changes.ts';
import { buildCourse, courseSort } from '../../../functions/training/courses/course.ts';
import { putCourseHints, rebuildCourseHints } from '../../../functions/training/courses/course-words.ts';
import { courseEntries, coursesByName } from '../../../functions/training/courses/store.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { markHintsComplete } from '../../../shared/search/word-hints.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
const store = () => platform.store('demo');
const start = Date.parse('2025-01-01T00:00:00Z');
const markKey = () => store().key<object>('WORDS#courses', 'COMPLETE');

/** Writes courses with their hints, as creating each of them does. */
async function addCourses(from: number, to: number): Promise<void> {
  const lists = [coursesByName(store()), courseEntries(store()).activeByName];
  const courses = Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    // Each part of a word from a letter on is a hint to write, so the words are short.
    const name = `Law of ward${number}${number % 50 === 0 ? ' and its tollways' : ''}`;
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    return buildCourse(id, { name, creditHours: 1 }, undefined, new Date(start + number * 60_000));
  }).sort((a, b) => (courseSort(a) < courseSort(b) ? -1 : 1));
  for (let first = 0; first < courses.length; first += 40) {
    const batch = courses.slice(first, first + 40);
    const deltas = batch.map((course) => ({ sort: courseSort(course), by: 1 as const }));
    const counters = await Promise.all(lists.map((list) => list.changesFor(deltas)));
    await Promise.all(batch.map((course) => putCourseHints(store(), undefined, course)));
    await commit([...batch.flatMap((course) => putCourse(store(), course)), ...counters.flat()]);
    await Promise.all(lists.map((list) => list.rebalance(batch.map(courseSort))));
  }
}

beforeAll(async () => {
  platform = await startPlatform();
  await addCourses(0, 20);
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    ...(body !== undefined && { body }),
  });
const search = async (filterBody: object) => {
  const list = await call('POST', '/Public/CoursePagingList', { itemCount: 200, filterBody });
  const count = await call('POST', '/Public/Course/FilteredRecordCount', filterBody);
  const names = list.body.result.map((course: { courseName: string }) => course.courseName) as string[];
  return {
    names,
    total: list.body.totalCount as number,
    count: count.body as number,
    readUnits: count.readUnits,
  };
};
const withoutIndex = async <T>(work: () => Promise<T>): Promise<T> => {
  await commit([remove(markKey())]);
  const result = await work();
  await commit([markHintsComplete(store(), 'courses')]);
  return result;
};
const listHints = async (word: string) => {
  const partition = store().partition<{ readonly sk: string }>(`WORDS#courses#${word.slice(0, 2)}`);
  return (await store().queryAll(partition, { beginsWith: `${word}#` })).map(({ sk }) => sk);
};

it('finds what a search of all entries finds, also of renamed and removed courses', async () => {
  const words = [
    'Zoning',
    'Rezoning',
    'O’Hare',
    'Élan',
    'the',
    'Breathe',
    'Person',
    'IT',
    'Units',
    'AB-12',
    '12',
    'x',
    '水道',
  ];
  const word = fc.constantFrom(...words);
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
  const part = fc
    .tuple(word, fc.nat(5), fc.integer({ min: 1, max: 6 }))
    .map(([whole, from, length]) => whole.slice(from, from + length));
  const searchText = fc.array(part, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
  const filter = fc.record(
    {
      searchText,
      tags: fc.constant(['index']),
      selectedDate: fc.constant('2025-01-01'),
      createdDateRange: fc.constant({ startDate: '2025-01-02' }),
    },
    { requiredKeys: ['searchText'] },
  );
  const seed = 20_262;
  const ids: string[] = [];
  const names = fc.sample(name, { seed, numRuns: 40 });
  for (const [index, each] of names.entries()) {
    const code = index % 4 === 0 ? { code: `Q${index}-zon` } : {};
    const { body, status } = await call('POST', '/Courses', { name: each, tags: ['index'], ...code });
    expect(status).toBe(201);
    ids.push(body.id);
  }
  for (const id of ids.slice(0, 10)) await call('PUT', `/Courses/${id}`, { name: 'Élan of Rezoning Units' });
  for (const id of ids.slice(10, 14)) expect((await call('DELETE', `/Courses/${id}`)).status).toBe(204);
  const filters = fc.sample(filter, { seed, numRuns: 120 });
  const findAll = async () => {
    const found: Awaited<ReturnType<typeof search>>[] = [];
    for (const each of filters) found.push(await search(each));
    return found;
  };
  const indexed = await findAll();
  const scanned = await withoutIndex(findAll);
  for (const [index, { names, total, count }] of scanned.entries())
    expect(indexed[index], JSON.stringify(filters[index])).toMatchObject({ names, total, count });
  expect(scanned.filter(({ total }) => total > 0 && total < 40).length).toBeGreaterThan(20);
});

it('finds the courses of the demo data, too', async () => {
  expect((await search({ searchText: 'udget' })).names).toEqual(['Local Government Budget Basics']);
});

describe('among hundreds of courses', () => {
  beforeAll(() => addCourses(20, 300));

  it('a dry run writes no hints, and the courses of earlier versions get theirs from the command', async () => {
    const body = { name: 'Vexillology' };
    expect((await call('POST', '/Courses?validateOnly=true', body)).status).toBe(204);
    expect(await listHints('vexillology')).toEqual([]);
    const { id } = (await call('POST', '/Courses', body)).body;
    expect(await listHints('illology')).toEqual([`illology#${id}`]);
    await commit([remove(markKey()), remove(store().key('WORDS#courses#il', `illology#${id}`))]);
    expect((await search({ searchText: 'illology' })).names).toEqual(['Vexillology']);
    expect(await rebuildCourseHints(store())).toBeGreaterThan(300);
    expect(await listHints('illology')).toEqual([`illology#${id}`]);
    expect((await search({ searchText: 'illology' })).names).toEqual(['Vexillology']);
  });

  it('costs the same for a rare part of a word among 300 courses and among 1,200', async () => {
    const measure = async () => ({
      rare: await search({ searchText: 'rd120' }),
      some: await search({ searchText: 'tollway' }),
      common: await search({ searchText: 'ward' }),
    });
    const few = await measure();
    await addCourses(300, 1200);
    const many = await measure();
    expect(many.rare.names).toEqual(['Law of ward120']);
    expect(many.rare.readUnits).toBe(few.rare.readUnits);
    expect(many.rare.readUnits).toBeLessThanOrEqual(16);
    expect(many.some.total).toBe(24);
    expect(many.some.readUnits).toBeLessThan(many.common.readUnits / 2);
    expect(many.common.total).toBe(1200);
  });
});
