// Sorts registrations by creation or by the fields of a roster.
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { type Direction, sortByValue } from '../../../../shared/lists/sort.ts';
import type { RegistrationItem } from '../record/registration.ts';

/** Registrations are stored in the order of createdDate. */
export const rosterSortFields = [
  'createdDate',
  'memberName',
  'organizationName',
  'status',
  'confirmationNumber',
  'sectionName',
  'classStartsAt',
  'modifiedDate',
  'id',
] as const;
export type RosterSortField = (typeof rosterSortFields)[number];

const nameFields: ReadonlySet<RosterSortField> = new Set(['memberName', 'organizationName', 'sectionName']);

/** Names are sorted without regard to case and accents. */
export const sortRoster = (
  registrations: readonly RegistrationItem[],
  sortBy: RosterSortField,
  direction: Direction,
): RegistrationItem[] =>
  sortByValue(
    registrations,
    (registration) =>
      nameFields.has(sortBy) ? foldForSort(registration[sortBy] ?? '') : registration[sortBy],
    direction,
  );
