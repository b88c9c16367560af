// Tests which courses match a filter (docs/interface/training.md#catalogue-of-courses).
import { describe, expect, it } from 'vitest';
import type { ClassEntry } from '../../classes/record/class-entry.ts';
import type { CourseEntry } from '../../courses/store.ts';
import type { CourseFilter } from './contract.ts';
import { matchesCourseFilter, needsClasses } from './course-filter.ts';

const emptyFilter: CourseFilter = { classes: [], instructors: [], tags: [] };
const budget: CourseEntry = {
  type: 'course-entry',
  ...{ id: 'b', name: 'Budget Basics', code: 'FIN-101', creditHours: 6, isActive: true },
  ...{ tags: ['finance'], certifiedInstructorIds: ['farah'] },
  ...{ createdDate: '2027-03-02T03:00:00.000Z', modifiedDate: '2027-03-02T03:00:00.000Z' },
};
const ethics: CourseEntry = {
  ...budget,
  id: 'e',
  name: 'Ethics',
  code: undefined,
  tags: [],
  certifiedInstructorIds: [],
};
const spring: ClassEntry = {
  type: 'class-entry',
  ...{ id: 'c', sectionName: 'Ethics, spring', courseId: 'e', courseName: 'Ethics', locationType: 'online' },
  ...{ startsAt: '2027-05-01T16:00:00.000Z', endsAt: '2027-05-01T18:00:00.000Z', isCancelled: false },
  ...{ createdDate: budget.createdDate, modifiedDate: budget.modifiedDate, days: ['2027-05-01'] },
  instructors: [{ personId: 'ada', name: 'Ada Fairweather' }],
};
const matchingIds = (filter: Partial<CourseFilter>): string[] => {
  const matches = matchesCourseFilter({ ...emptyFilter, ...filter }, [spring], 'America/New_York');
  return [budget, ethics].filter((course) => matches?.(course) ?? true).map(({ id }) => id);
};

describe('a filter of courses', () => {
  it('without criteria is undefined', () => {
    expect(matchesCourseFilter(emptyFilter, [], 'Etc/UTC')).toBeUndefined();
    expect(needsClasses(emptyFilter)).toBe(false);
    expect(needsClasses({ ...emptyFilter, instructors: ['ada'] })).toBe(true);
  });

  it.each([
    [{ searchText: 'fin-101 budget' }, ['b']],
    [{ tags: ['FINANCE', 'x'] }, ['b']],
    [{ classes: ['ethics, spring'] }, ['e']],
    [{ classes: ['c'] }, ['e']],
    [{ instructors: ['farah'] }, ['b']],
    [{ instructors: ['Ada Fairweather'] }, ['e']],
    [{ instructors: ['ada', 'farah'] }, ['b', 'e']],
    [{ instructors: ['ada'], tags: ['finance'] }, []],
    [{ createdDateRange: { endDate: '2027-03-01' } }, ['b', 'e']],
    [{ createdDateRange: { startDate: '2027-03-02' } }, []],
  ])('%j matches %j', (filter, ids) => expect(matchingIds(filter)).toEqual(ids));
});
