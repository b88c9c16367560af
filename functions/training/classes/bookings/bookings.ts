// What a class books: its instructors and its room, each with a number that every booking of it increases. Two bookings
// at the same moment are decided on the same number, so one of them is decided again and then sees the other.
import type { Condition } from '../../../../shared/data/changes.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { foldName } from '../../listing/fold-name.ts';
import type { ClassItem } from '../record/class.ts';

/** Instructors by person id, and a room by what identifies it. */
export interface Bookings {
  readonly instructorIds: ReadonlySet<string>;
  readonly room: string | undefined;
}

/** How often each instructor and the room were booked when they were read; undefined for never. */
export interface BookingCounts {
  readonly instructors: ReadonlyMap<string, number | undefined>;
  readonly room: number | undefined;
}

/**
 * What identifies the room of a class: its number with the building and the city. Undefined for a class without a room,
 * because a building may have several.
 */
export function roomKeyText({
  location,
  locationType,
}: Pick<ClassItem, 'location' | 'locationType'>): string | undefined {
  if (!location?.roomNumber || locationType === 'online') return undefined;
  const { name, roomNumber, addressLine1, city } = location;
  return contentHash([name || addressLine1, roomNumber, city].map((part) => foldName(part ?? '')));
}

const hasSameSchedule = (before: ClassItem, after: ClassItem): boolean =>
  JSON.stringify(before.sessions) === JSON.stringify(after.sessions);

/** What a new or changed class books: when its times stay, only the instructors and the room that are new. */
export function listNewBookings(before: ClassItem | undefined, after: ClassItem | undefined): Bookings {
  const kept = before && after && hasSameSchedule(before, after) ? before : undefined;
  const had = new Set(kept?.instructors.map(({ personId }) => personId));
  const room = after && roomKeyText(after);
  return {
    instructorIds: new Set(
      after?.instructors.flatMap(({ personId }) => (had.has(personId) ? [] : [personId])),
    ),
    room: kept && roomKeyText(kept) === room ? undefined : room,
  };
}

/** Nothing was booked since the count was read. */
export const ifStillBooked = (count: number | undefined): Condition => ({
  expression: count === undefined ? 'attribute_not_exists(#bookings)' : '#bookings = :bookingsRead',
  names: { '#bookings': 'bookings' },
  ...(count !== undefined && { values: { ':bookingsRead': count } }),
});
