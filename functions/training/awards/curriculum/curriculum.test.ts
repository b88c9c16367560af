// Tests how curricula change and when they are valid (docs/interface/training.md#curriculum).
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../shared/errors/failure.ts';
import { buildCourse } from '../../courses/course.ts';
import type { CurriculumItem } from '../record/curriculum-record.ts';
import type { UpdateCurriculumInput } from './contract.ts';
import {
  applyCurriculumInput,
  assertValidCurriculum,
  type CurriculumReferences,
  curriculumTypeReferences,
} from './curriculum.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-04-01T12:00:00Z');
const createCourse = (id: string, isActive = true) =>
  buildCourse(id, { name: `Course ${id}`, isActive }, [], now);
const references: CurriculumReferences = {
  courses: new Map(['a', 'b', 'c'].map((id) => [id, createCourse(id)])),
  types: new Map([['g', { name: 'General', isActive: true }]]),
};
const first = applyCurriculumInput(
  'award',
  undefined,
  {
    requiredCourseIds: ['a', 'a'],
    electiveCourseIds: ['b', 'c'],
    electivesNeeded: 1,
    minimumCredits: [{ creditTypeId: 'g', credits: 12 }],
  },
  now,
);

const errorDetails = (sent: UpdateCurriculumInput, before?: CurriculumItem, among = references): string[] => {
  try {
    assertValidCurriculum(applyCurriculumInput('award', before, sent, later), before, among);
  } catch (error) {
    if (error instanceof Failure) return error.details.map(({ code, target }) => `${code} ${target}`);
    throw error;
  }
  return [];
};

describe('a curriculum', () => {
  it('starts at version 1, and each change increases the version', () => {
    expect(first).toMatchObject({ version: 1, requiredCourseIds: ['a'], electivesNeeded: 1 });
    const next = applyCurriculumInput('award', first, { electivesNeeded: 2 }, later);
    expect(next).toMatchObject({
      ...first,
      electivesNeeded: 2,
      version: 2,
      modifiedDate: later.toISOString(),
    });
    expect(
      applyCurriculumInput('award', first, { renewalCredits: null }, later).renewalCredits,
    ).toBeUndefined();
  });

  it('must name existing active courses and types, and every problem is reported', () => {
    expect(
      errorDetails({ requiredCourseIds: ['a', 'x'], minimumCredits: [{ creditTypeId: 'y', credits: 1 }] }),
    ).toEqual(['UNKNOWN_VALUE requiredCourseIds[1]', 'UNKNOWN_VALUE minimumCredits[0].creditTypeId']);
    const retired = { ...references, courses: new Map([['a', createCourse('a', false)]]) };
    expect(errorDetails({ electiveCourseIds: ['a'] }, undefined, retired)).toEqual([
      'NOT_ALLOWED electiveCourseIds[0]',
    ]);
    expect(errorDetails({ electivesNeeded: 1 }, first, { courses: new Map(), types: new Map() })).toEqual([]);
  });

  it('must be achievable: no course is both required and an elective, and electivesNeeded is at most the number of electives', () => {
    expect(
      errorDetails({ requiredCourseIds: ['a', 'b'], electiveCourseIds: ['b'], electivesNeeded: 2 }),
    ).toEqual(['NOT_ALLOWED electiveCourseIds[0]', 'OUT_OF_RANGE electivesNeeded']);
    const twice = [
      { creditTypeId: 'g', credits: 1 },
      { creditTypeId: 'g', credits: 2 },
    ];
    expect(errorDetails({ renewalCredits: twice })).toEqual([
      'DUPLICATE_VALUE renewalCredits[1].creditTypeId',
    ]);
  });

  it('has at most 40 courses and 8 types, because a change is one transaction', () => {
    const many = Array.from({ length: 41 }, (_, index) => `c${index}`);
    const types = Array.from({ length: 9 }, (_, index) => `t${index}`);
    const among: CurriculumReferences = {
      courses: new Map(many.map((id) => [id, createCourse(id)])),
      types: new Map(types.map((id) => [id, { name: id, isActive: true }])),
    };
    const [half, rest] = [many.slice(0, 20), many.slice(20)];
    const credits = (ids: readonly string[]) => ids.map((id) => ({ creditTypeId: id, credits: 1 }));
    expect(
      errorDetails(
        {
          ...{ requiredCourseIds: half, electiveCourseIds: rest },
          ...{ minimumCredits: credits(types.slice(0, 5)), renewalCredits: credits(types.slice(5)) },
        },
        undefined,
        among,
      ),
    ).toEqual(['OUT_OF_RANGE requiredCourseIds', 'OUT_OF_RANGE minimumCredits']);
  });

  it('refers to the types of its minimum and its renewal credits', () => {
    const both = { ...first, renewalCredits: [{ creditTypeId: 'e', credits: 1 }] };
    expect(curriculumTypeReferences(both).map(({ target }) => target)).toEqual([
      'minimumCredits[0].creditTypeId',
      'renewalCredits[0].creditTypeId',
    ]);
  });
});
