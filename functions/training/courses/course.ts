// A course: what is taught, and the credits it is worth.
import type { Key, TenantStore } from '../../../shared/data/store.ts';

/** So many credits of a type. */
export interface CourseCredit {
  readonly creditTypeId: string;
  /** At least 0, two decimals. */
  readonly credits: number;
}

/** What must be there before the course may be taken. */
export interface CoursePrerequisite {
  readonly id: string;
  readonly name: string;
  readonly type: 'Course' | 'Award';
}

/** What people say of a course. */
export interface CourseContent {
  readonly name: string;
  /** A short code, unique when there is one: `FIN-101`. */
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  readonly objectTypeId?: string | undefined;
  readonly creditHours?: number | undefined;
  readonly credits: readonly CourseCredit[];
  readonly tags: readonly string[];
  readonly skills: readonly string[];
  readonly prerequisites: readonly CoursePrerequisite[];
  readonly iconUrl?: string | undefined;
  readonly hexNameColor?: string | undefined;
  readonly isActive: boolean;
}

/** A course as the table holds it. Each edition that was taught from is kept beside it. */
export interface CourseItem extends CourseContent {
  readonly type: 'course';
  readonly id: string;
  /** Counts the editions of what is taught: 1, 2, ... */
  readonly edition: number;
  /** Classes and curricula that need it; it can't be removed while there are any. */
  readonly uses: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const courseKey = (tenant: TenantStore, id: string): Key<CourseItem> =>
  tenant.key(`COURSE#${id}`, 'COURSE');
