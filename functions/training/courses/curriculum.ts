// The curriculum of an award: the courses and credits that earn it.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import type { CourseCredit } from './course.ts';

/** What an award asks of those who want it. */
export interface Curriculum {
  /** Courses that everybody takes, in order. */
  readonly requiredCourseIds: readonly string[];
  /** Courses to choose from. */
  readonly electiveCourseIds: readonly string[];
  /** How many of the electives are needed. */
  readonly electivesNeeded: number;
  /** Least credits of each type, earned within the certification's window (docs/interface/training.md#credits). */
  readonly minimumCredits: readonly CourseCredit[];
  /** Least credits of each type for a renewal; `minimumCredits` when absent. */
  readonly renewalCredits?: readonly CourseCredit[] | undefined;
}

/** A curriculum as the table holds it, one per award. */
export interface CurriculumItem extends Curriculum {
  readonly type: 'curriculum';
  /** The award's id. */
  readonly id: string;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const curriculumKey = (tenant: TenantStore, awardId: string): Key<CurriculumItem> =>
  tenant.key(`AWARD#${awardId}`, 'CURRICULUM');
