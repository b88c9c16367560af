// Instructors and rooms that another class uses at the same time.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { findOverlap } from '../plan/schedule.ts';
import type { ClassItem } from '../record/class.ts';
import { classesById } from '../record/store.ts';
import { type BookingCounts, listNewBookings } from './bookings.ts';
import { classesByInstructor, instructorRowKey } from './instructor-entries.ts';
import { classesByRoom, roomRowKey } from './room-entries.ts';

/** What a class uses: an instructor or a room, with the ids of the other classes around its time that use it. */
interface Resource {
  readonly name: string;
  readonly target: string;
  readonly classIds: readonly string[];
}

/**
 * How often the instructors and the room that a class newly books were booked before: read before the classes that use
 * them, because a booking in between changes the number.
 */
export async function loadBookingCounts(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem,
): Promise<BookingCounts> {
  const { instructorIds, room } = listNewBookings(before, after);
  const ids = [...instructorIds];
  const [rows, roomRow] = await Promise.all([
    tenant.getMany(
      ids.map((id) => instructorRowKey(tenant, id)),
      { consistent: true },
    ),
    room === undefined ? undefined : tenant.get(roomRowKey(tenant, room), { consistent: true }),
  ]);
  return {
    instructors: new Map(ids.map((id, index) => [id, rows[index]?.bookings])),
    room: roomRow?.bookings,
  };
}

/** The instructors and the room that a class newly books. */
async function loadResources(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem,
): Promise<Resource[]> {
  const booked = listNewBookings(before, after);
  const listIds = (
    classes: readonly { classId: string; startsAt: string; endsAt: string; isCancelled: boolean }[],
  ) =>
    classes
      .filter(
        ({ classId, startsAt, endsAt, isCancelled }) =>
          classId !== after.id && !isCancelled && startsAt < after.endsAt && after.startsAt < endsAt,
      )
      .map(({ classId }) => classId);
  const instructors = after.instructors.map(async ({ personId, name }, index) => ({
    name: name || 'The instructor',
    target: `instructors[${index}].personId`,
    classIds: booked.instructorIds.has(personId)
      ? listIds(await classesByInstructor(tenant, personId, { consistent: true }))
      : [],
  }));
  const rooms =
    booked.room === undefined
      ? []
      : [
          classesByRoom(tenant, booked.room).then((classes) => ({
            name: `Room ${after.location?.roomNumber}`,
            target: 'location.roomNumber',
            classIds: listIds(classes),
          })),
        ];
  return Promise.all([...instructors, ...rooms]);
}

/**
 * Asserts that no other class has an instructor or the room of this one at the same time. A change is checked only for
 * what it changes.
 * @throws Failure 409 with a detail for each instructor and room
 */
export async function assertNoDoubleBooking(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem,
): Promise<void> {
  const resources = await loadResources(tenant, before, after);
  const ids = [...new Set(resources.flatMap(({ classIds }) => classIds))];
  if (ids.length === 0) return;
  const others = await classesById(tenant, ids, { consistent: true });
  const details = resources.flatMap(({ name, target, classIds }): ErrorDetail[] => {
    const [clash] = others.flatMap((other) => {
      const session = classIds.includes(other.id) ? findOverlap(other, after) : undefined;
      return session ? [{ other, session }] : [];
    });
    if (!clash) return [];
    const { other, session } = clash;
    const message = `${name} is already booked for ${other.sectionName} (${other.id}) from ${formatMoment(session.startsAt, other.timeZone)} to ${formatMoment(session.endsAt, other.timeZone)}.`;
    return [{ code: 'NOT_ALLOWED', message, target }];
  });
  const [first] = details;
  if (!first) return;
  const reasons = details.map(({ message }) => message).join(' ');
  throw new Failure(
    'CONFLICT',
    `${reasons} Choose another time, instructor or room, or send allowDoubleBooking: true.`,
    { target: first.target, details },
  );
}
