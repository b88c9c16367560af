// Sorts registrations by creation or by the fields of a roster.
import { sortEntries } from '../listing.ts';
import type { RegistrationItem } from './record/registration.ts';

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

/** Names are sorted without regard to case and accents. */
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
