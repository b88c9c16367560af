// Tests the rules of courses: defaults, changes, and which changes start a new edition
// (docs/interface/training.md#courses). Rules: docs/interface/requests.md#partial-updates.
import { describe, expect, it } from 'vitest';
import {
  applyCourseInput,
  assertNotInUse,
  assignEdition,
  buildCourse,
  type CourseItem,
  courseTypeReferences,
  currentEdition,
  foldCode,
} from './course.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-04-01T12:00:00Z');
const before: CourseItem = buildCourse(
  '1',
  {
    name: 'Budget Basics',
    code: 'FIN-101',
    creditHours: 6,
    credits: [
      { creditTypeId: 'g', credits: 5 },
      { creditTypeId: 'e', credits: 1 },
    ],
    skills: ['Fund accounting', 'Levies'],
    tags: ['finance', 'budget', 'finance'],
    objectTypeId: 'o',
    hexNameColor: '#1b5e20',
  },
  [{ type: 'Course', id: '2', name: 'Introduction' }],
  now,
);
const updateCourse = (change: Parameters<typeof applyCourseInput>[1]): CourseItem =>
  assignEdition(before, applyCourseInput(before, change, undefined, later));

describe('a new course', () => {
  it('is active, in its first edition, and not used by anything', () => {
    expect(before).toMatchObject({
      ...{ isActive: true, edition: 1, editionDate: now.toISOString(), uses: 0, version: 1 },
      ...{ tags: ['finance', 'budget'], hexNameColor: '#1B5E20' },
    });
  });
});

describe('a change of a course', () => {
  it.each([
    ['the name', { name: 'Budget Fundamentals' }],
    ['the description', { description: 'New.' }],
    ['the hours', { creditHours: 7 }],
    ['the credits', { credits: [{ creditTypeId: 'g', credits: 6 }] }],
    ['the skills', { skills: ['Levies'] }],
  ])('of %s starts the next edition', (_, change) => {
    expect(updateCourse(change)).toMatchObject({ edition: 2, editionDate: later.toISOString(), version: 2 });
  });

  it('of the prerequisites starts the next edition', () => {
    const cleared = assignEdition(before, applyCourseInput(before, {}, [], later));
    expect(cleared).toMatchObject({ edition: 2, prerequisites: [] });
  });

  it.each([
    ['a label', { objectTypeId: null }],
    ['tags', { tags: ['budget'] }],
    ['the code', { code: 'FIN-102' }],
    ['the active flag', { isActive: false }],
    ['a colour', { hexNameColor: '#000000' }],
    ['instructors', { certifiedInstructorIds: ['p'] }],
    ['the order alone', { skills: ['Levies', 'Fund accounting'], credits: [...before.credits].reverse() }],
    ['nothing', {}],
  ])('of %s keeps the edition', (_, change) => {
    expect(updateCourse(change)).toMatchObject({ edition: 1, editionDate: now.toISOString(), version: 2 });
  });

  it('of the name of a prerequisite keeps the edition', () => {
    const renamed = [{ type: 'Course' as const, id: '2', name: 'First Steps' }];
    expect(assignEdition(before, applyCourseInput(before, {}, renamed, later)).edition).toBe(1);
  });

  it('clears fields that are null or blank, and keeps absent fields', () => {
    const cleared = updateCourse({ code: '', creditHours: null, tags: null });
    expect(cleared).toMatchObject({ name: 'Budget Basics', tags: [], skills: before.skills });
    expect(cleared.code).toBeUndefined();
    expect(cleared.creditHours).toBeUndefined();
  });
});

describe('an edition', () => {
  it('has what was taught, without labels and codes', () => {
    expect(currentEdition(before)).toEqual({
      ...{ type: 'course-edition', id: '1', edition: 1, editionDate: now.toISOString() },
      ...{ name: 'Budget Basics', description: undefined, creditHours: 6, credits: before.credits },
      ...{ skills: before.skills, prerequisites: before.prerequisites },
    });
  });
});

it('a course in use is not removable', () => {
  expect(() => assertNotInUse(before)).not.toThrow();
  expect(() => assertNotInUse({ ...before, uses: 1 })).toThrow(/^1 class or curriculum needs Budget Basics/);
  expect(() => assertNotInUse({ ...before, uses: 3 })).toThrow(/^3 classes and curricula need/);
});

it('a course refers to its object type and its credit types', () => {
  expect(courseTypeReferences(before)).toEqual([
    { kind: 'objectType', id: 'o', target: 'objectTypeId' },
    { kind: 'creditType', id: 'g', target: 'credits[0].creditTypeId' },
    { kind: 'creditType', id: 'e', target: 'credits[1].creditTypeId' },
  ]);
});

it('a code is the same in any case and width', () => {
  expect(foldCode('fin-101')).toBe('FIN-101');
  expect(foldCode('ＦＩＮ-101')).toBe('FIN-101');
});
