// The order of registrations: as they were made, or by what a roster is read for.
import { sortEntries } from '../listing.ts';
import type { RegistrationItem } from './registration.ts';

/** The fields that registrations can be put in the order of; in that of createdDate they are kept. */
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

/** The registrations in the order of a field, names without regard to case and accents. */
export function sortRoster(
  registrations: readonly RegistrationItem[],
  sortBy: RosterSortField,
  sortDirection: 'asc' | 'desc',
): RegistrationItem[] {
  const nameOf: Partial<Record<RosterSortField, (one: RegistrationItem) => string>> = {
    memberName: ({ memberName }) => memberName,
    organizationName: ({ organizationName }) => organizationName ?? '',
    sectionName: ({ sectionName }) => sectionName,
  };
  const name = nameOf[sortBy];
  const field = name ? 'name' : sortBy;
  const entries = registrations.map((one) => ({ ...one, name: name?.(one) ?? '' }));
  const byId = new Map(registrations.map((one) => [one.id, one]));
  return sortEntries(entries, field, sortDirection).flatMap(({ id }) => byId.get(id) ?? []);
}
