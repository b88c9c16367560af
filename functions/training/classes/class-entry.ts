// The short entry of a class in the catalogue: enough to find it, to count it, and to put it in any order.

import type { ClassItem } from './class.ts';
import { getClosingTime } from './registration-window.ts';

/** What the catalogue tells of a class. About 800 bytes with its keys, so that ten of them are a read unit. */
export interface ClassEntry
  extends Pick<
    ClassItem,
    | 'id'
    | 'sectionName'
    | 'courseId'
    | 'courseName'
    | 'creditHours'
    | 'objectTypeId'
    | 'eventId'
    | 'locationType'
    | 'startsAt'
    | 'endsAt'
    | 'isCancelled'
    | 'createdDate'
    | 'modifiedDate'
  > {
  readonly type: 'class-entry';
  /** The days of its sessions, YYYY-MM-DD in the time zone of the class, each once. */
  readonly days: readonly string[];
  readonly instructors: readonly { readonly personId: string; readonly name: string }[];
  /** From when until when one can register, as instants; absent when registration is not set up. */
  readonly opensAt?: string | undefined;
  readonly closesAt?: string | undefined;
}

/** The entry of a class. Registration that opens at once opened when the class was created. */
export const buildClassEntry = (item: ClassItem): ClassEntry => ({
  type: 'class-entry',
  id: item.id,
  sectionName: item.sectionName,
  courseId: item.courseId,
  courseName: item.courseName,
  creditHours: item.creditHours,
  objectTypeId: item.objectTypeId,
  eventId: item.eventId,
  locationType: item.locationType,
  startsAt: item.startsAt,
  endsAt: item.endsAt,
  isCancelled: item.isCancelled,
  createdDate: item.createdDate,
  modifiedDate: item.modifiedDate,
  days: [...new Set(item.sessions.map(({ date }) => date))],
  instructors: item.instructors.map(({ personId, name }) => ({ personId, name })),
  ...(item.registration.isTurnedOn && {
    opensAt: item.registration.opensAt ?? item.createdDate,
    closesAt: getClosingTime(item).toISOString(),
  }),
});

/** Where a class stands in the order of beginning; the id at the end makes it stable among equal beginnings. */
export const classSort = ({ startsAt, id }: Pick<ClassItem, 'startsAt' | 'id'>): string =>
  `${startsAt}#${id}`;
