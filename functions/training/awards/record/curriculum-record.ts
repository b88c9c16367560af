// The curriculum of an award as it is stored: the courses and credits that earn the award.

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import type { CreditAmount } from '../../settings/types/credit-amounts.ts';
import type { CreditRules } from './credit-rules.ts';

/** The requirements of an award. */
export interface Curriculum {
  /** Courses that everyone must take, in order. */
  readonly requiredCourseIds: readonly string[];
  /** Courses to choose from. */
  readonly electiveCourseIds: readonly string[];
  /** How many of the electives are required. */
  readonly electivesNeeded: number;
  /** Minimum credits of each type, earned within the certification's window (docs/interface/training.md#credits). */
  readonly minimumCredits: readonly CreditAmount[];
  /** Minimum credits of each type for a renewal; `minimumCredits` when absent. */
  readonly renewalCredits?: readonly CreditAmount[] | undefined;
  /** The credit rules of earning the award, in addition to `minimumCredits`. */
  readonly creditRules?: CreditRules | undefined;
  /** The credit rules of a renewal, in addition to its minimum credits; `creditRules` when absent. */
  readonly renewalCreditRules?: CreditRules | undefined;
}

/** The curriculum of an award that has none: no requirements, so the person who awards it decides. */
export const emptyCurriculum: Curriculum = {
  requiredCourseIds: [],
  electiveCourseIds: [],
  electivesNeeded: 0,
  minimumCredits: [],
};

/** A curriculum as it is stored, one per award. */
export interface CurriculumItem extends Curriculum, VersionedRecord {
  readonly type: 'curriculum';
  /** The award's id. */
  readonly id: string;
}

export const curriculumKey = (tenant: TenantStore, awardId: string): Key<CurriculumItem> =>
  tenant.key(`AWARD#${awardId}`, 'CURRICULUM');
