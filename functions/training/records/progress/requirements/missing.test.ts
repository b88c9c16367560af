// What is missing for an award, by name (docs/interface/training.md#projection).
import { describe, expect, it } from 'vitest';
import {
  describeMissing,
  describeMissingCredits,
  missingCourses,
  remainingElectives,
  validateCredits,
  validateRequirements,
} from './missing.ts';
import { courseName, creditTypeName } from './requirement-names.ts';
import type { Requirements } from './requirements.ts';

const names = {
  courses: new Map([
    ['a', 'Budgets'],
    ['b', 'Ethics'],
    ['c', 'Records'],
  ]),
  creditTypes: new Map([
    ['gen', 'General'],
    ['eth', 'Ethics'],
  ]),
};
const need = (creditTypeId: string, missing: number) => ({
  creditTypeId,
  needed: 4,
  earned: 4 - missing,
  missing,
});
const course = (courseId: string, isElective = false, completedDate?: string) => ({
  ...{ courseId, isElective, completedDate },
});
const requirements = (more: Partial<Requirements>): Requirements => ({
  ...{ courses: [], electivesNeeded: 0, electivesMissing: 0, credits: [], percent: 0, isComplete: false },
  ...more,
});
const electives = [course('b', true), course('c', true), course('a', true, '2027-01-01')];

it('the name of what no longer exists is its id', () => {
  expect([courseName(names, 'a'), courseName(names, 'x')]).toEqual(['Budgets', 'x']);
  expect([creditTypeName(names, 'gen'), creditTypeName(names, 'x')]).toEqual(['General', 'x']);
});

it('missing are the required courses that are not completed, and the electives while some are needed', () => {
  const courses = [course('a'), course('x', false, '2027-01-01'), ...electives];
  expect(missingCourses(requirements({ courses }))).toEqual(['a']);
  expect(remainingElectives(requirements({ courses, electivesMissing: 1 }))).toEqual(['b', 'c']);
  expect(remainingElectives(requirements({ courses }))).toEqual([]);
});

it.each([
  [[need('gen', 4), need('eth', 1.5)], '4 more General credits and 1.5 more Ethics credits'],
  [[need('gen', 1), need('eth', 0)], '1 more General credit'],
  [[need('gen', 0)], ''],
  [[], ''],
])('%#: missing credits are in words: %j is %s', (credits, words) => {
  expect(describeMissingCredits(credits, names)).toBe(words);
});

describe('the error of missing requirements', () => {
  it('names each course', () => {
    expect(validateRequirements(requirements({ courses: [course('a')] }), names)).toEqual([
      {
        code: 'NOT_ALLOWED',
        message: 'The course Budgets is not completed.',
        target: 'requirements.courses',
      },
    ]);
  });

  it.each([
    [1, '1 more elective is needed, out of Ethics and Records.'],
    [2, '2 more electives are needed, out of Ethics and Records.'],
  ])('names the electives to choose from: %d', (electivesMissing, message) => {
    expect(validateRequirements(requirements({ courses: electives, electivesMissing }), names)).toEqual([
      { code: 'NOT_ALLOWED', message, target: 'requirements.electives' },
    ]);
  });

  it('names each type of credits', () => {
    const credits = [need('gen', 3), need('x', 0), need('eth', 1)];
    const errors = [
      {
        code: 'NOT_ALLOWED',
        message: '3 more General credits are needed: 1 of 4 were earned.',
        target: 'requirements.credits',
      },
      {
        code: 'NOT_ALLOWED',
        message: '1 more Ethics credit is needed: 3 of 4 were earned.',
        target: 'requirements.credits',
      },
    ];
    expect(validateCredits(credits, names)).toEqual(errors);
    expect(validateRequirements(requirements({ credits }), names)).toEqual(errors);
  });

  it('is empty when nothing is missing', () => {
    expect(validateRequirements(requirements({ courses: electives }), names)).toEqual([]);
  });
});

it.each([
  [{}, ''],
  [{ courses: [course('a')] }, 'the course Budgets'],
  [{ courses: [course('a'), course('b')] }, 'the courses Budgets and Ethics'],
  [{ courses: electives, electivesMissing: 1 }, '1 more elective'],
  [{ courses: electives, electivesMissing: 2 }, '2 more electives'],
  [{ credits: [need('gen', 2)] }, '2 more General credits'],
  [
    { courses: [course('a'), ...electives], electivesMissing: 2, credits: [need('gen', 1)] },
    'the course Budgets, 2 more electives, and 1 more General credit',
  ],
])('%#: what is missing in words', (more, words) => {
  expect(describeMissing(requirements(more), names)).toBe(words);
});
