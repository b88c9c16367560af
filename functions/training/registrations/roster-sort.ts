// The order of registrations: as they were made, or by what a roster is read for.
import { inOrder } from '../listing.ts';
import type { RegistrationItem } from './registration-response.ts';

/** The fields that registrations can be put in the order of; in that of createdDate they are kept. */
export const rosterOrders = [
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
export type RosterOrder = (typeof rosterOrders)[number];

/** The registrations in the order of a field, names without regard to case and accents. */
export function inRosterOrder(
  registrations: readonly RegistrationItem[],
  sortBy: RosterOrder,
  sortDirection: 'asc' | 'desc',
): RegistrationItem[] {
  const nameOf: Partial<Record<RosterOrder, (one: RegistrationItem) => string>> = {
    memberName: ({ memberName }) => memberName,
    organizationName: ({ organizationName }) => organizationName ?? '',
    sectionName: ({ sectionName }) => sectionName,
  };
  const name = nameOf[sortBy];
  const field = name ? 'name' : sortBy;
  const entries = registrations.map((one) => ({ ...one, name: name?.(one) ?? '' }));
  const byId = new Map(registrations.map((one) => [one.id, one]));
  return inOrder(entries, field, sortDirection).flatMap(({ id }) => byId.get(id) ?? []);
}
