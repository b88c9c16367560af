// The catalogue entry of a class: enough to find, count and sort classes without reading them.

import { pick } from '../../../../shared/values/pick.ts';
import type { ClassItem } from './class.ts';
import { getClosingTime } from './registration-window.ts';

const classFields = [
  'id',
  'sectionName',
  'courseId',
  'courseName',
  'creditHours',
  'objectTypeId',
  'eventId',
  'locationType',
  'startsAt',
  'endsAt',
  'isCancelled',
  'createdDate',
  'modifiedDate',
] as const;

/** About 800 bytes with its keys, so that ten entries are a read unit. */
export interface ClassEntry extends Pick<ClassItem, (typeof classFields)[number]> {
  readonly type: 'class-entry';
  /** The distinct days of its sessions, YYYY-MM-DD in the time zone of the class. */
  readonly days: readonly string[];
  readonly instructors: readonly { readonly personId: string; readonly name: string }[];
  /** When registration opens and closes, as instants; absent when registration is not set up. */
  readonly opensAt?: string | undefined;
  readonly closesAt?: string | undefined;
}

/** Registration without an opening time counts as open since the class was created. */
export const buildClassEntry = (item: ClassItem): ClassEntry => ({
  type: 'class-entry',
  ...pick(item, classFields),
  days: [...new Set(item.sessions.map(({ date }) => date))],
  instructors: item.instructors.map(({ personId, name }) => ({ personId, name })),
  ...(item.registration.isTurnedOn && {
    opensAt: item.registration.opensAt ?? item.createdDate,
    closesAt: getClosingTime(item).toISOString(),
  }),
});

/** The sort key by start; the id keeps the order stable among equal starts. */
export const classSort = ({ startsAt, id }: Pick<ClassItem, 'startsAt' | 'id'>): string =>
  `${startsAt}#${id}`;
