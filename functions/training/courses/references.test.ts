// Tests what courses may refer to, and how references are presented (docs/interface/errors.md#detail-codes).
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../shared/errors/failure.ts';
import { buildCourse, type CourseItem } from './course.ts';
import {
  type CourseReferences,
  parsePrerequisites,
  presentCourseDetail,
  resolveReferences,
} from './references.ts';

const now = new Date('2027-03-01T12:00:00Z');
const noReferences: CourseReferences = {
  types: new Map(),
  courses: new Map(),
  awards: new Map(),
  people: new Map(),
};
const allReferences: CourseReferences = {
  types: new Map([
    ['o', { name: 'Workshop', isActive: true }],
    ['g', { name: 'General', isActive: true }],
  ]),
  courses: new Map([['2', { name: 'Introduction' }]]),
  awards: new Map([['3', { name: 'Orientation' }]]),
  people: new Map([['p', 'Wilma Stone']]),
};
const course: CourseItem = buildCourse(
  '1',
  {
    name: 'Budget Basics',
    objectTypeId: 'o',
    credits: [{ creditTypeId: 'g', credits: 5 }],
    certifiedInstructorIds: ['p'],
  },
  parsePrerequisites(
    [
      { type: 'Course', id: '2' },
      { type: 'Award', id: '3' },
      { type: 'Course', id: '2' },
    ],
    () => 'new',
  ),
  now,
);

const errorDetails = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.details.map(({ code, target }) => `${code} ${target}`);
    throw error;
  }
  return [];
};

describe('a reference of a course', () => {
  it('must exist, and every problem is reported at once', () => {
    expect(errorDetails(() => resolveReferences(course, undefined, noReferences))).toEqual([
      'UNKNOWN_VALUE objectTypeId',
      'UNKNOWN_VALUE credits[0].creditTypeId',
      'UNKNOWN_VALUE prerequisites[0].id',
      'UNKNOWN_VALUE prerequisites[1].id',
      'UNKNOWN_VALUE certifiedInstructorIds[0]',
    ]);
  });

  it('to a prerequisite gets its name, each prerequisite once', () => {
    expect(resolveReferences(course, undefined, allReferences).prerequisites).toEqual([
      { type: 'Course', id: '2', name: 'Introduction' },
      { type: 'Award', id: '3', name: 'Orientation' },
    ]);
  });

  it('may point to a deleted record when the course already had it, and keeps its name', () => {
    const before = resolveReferences(course, undefined, allReferences);
    expect(resolveReferences(before, before, noReferences)).toEqual(before);
    expect(presentCourseDetail(before, noReferences)).toMatchObject({
      prerequisites: [{ name: 'Introduction' }, { name: 'Orientation' }],
      certifiedInstructors: [],
    });
  });

  it('must not be the course itself, an inactive type, or a credit type named twice', () => {
    const odd: CourseItem = {
      ...course,
      credits: [...course.credits, ...course.credits],
      prerequisites: [{ type: 'Course', id: '1', name: '' }],
    };
    const retired = {
      ...allReferences,
      types: new Map([...allReferences.types, ['o', { name: 'Workshop', isActive: false }]]),
    };
    expect(errorDetails(() => resolveReferences(odd, undefined, retired))).toEqual([
      'NOT_ALLOWED objectTypeId',
      'DUPLICATE_VALUE credits[1].creditTypeId',
      'NOT_ALLOWED prerequisites[0].id',
    ]);
  });

  it('is presented with its label', () => {
    expect(presentCourseDetail(course, allReferences)).toMatchObject({
      objectType: 'Workshop',
      credits: [{ creditTypeId: 'g', creditType: 'General', credits: 5 }],
      certifiedInstructors: [{ id: 'p', name: 'Wilma Stone' }],
    });
  });
});
