// Instructors and rooms that another class uses at the same time.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, Failure } from '../../../shared/errors/failure.ts';
import { formatMoment } from '../format-moment.ts';
import type { ClassItem } from './class.ts';
import { classesByInstructor } from './instructor-entries.ts';
import { classesByRoom, roomKeyText } from './room-entries.ts';
import { findOverlap } from './schedule.ts';
import { classesById } from './store.ts';

/** What a class uses: an instructor or a room, with the ids of the other classes around its time that use it. */
interface Resource {
  readonly name: string;
  readonly target: string;
  readonly classIds: readonly string[];
}

const isSameSchedule = (before: ClassItem | undefined, after: ClassItem): boolean =>
  before !== undefined && JSON.stringify(before.sessions) === JSON.stringify(after.sessions);

/** The instructors and the room of a class; when only they changed, those that are new. */
async function loadResources(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem,
): Promise<Resource[]> {
  const isSameTime = isSameSchedule(before, after);
  const had = new Set(isSameTime ? before?.instructors.map(({ personId }) => personId) : []);
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
    classIds: had.has(personId) ? [] : listIds(await classesByInstructor(tenant, personId)),
  }));
  const room = roomKeyText(after);
  const hasNewRoom = room !== undefined && !(isSameTime && before && roomKeyText(before) === room);
  const rooms = hasNewRoom
    ? [
        classesByRoom(tenant, room).then((classes) => ({
          name: `Room ${after.location?.roomNumber}`,
          target: 'location.roomNumber',
          classIds: listIds(classes),
        })),
      ]
    : [];
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
  const others = await classesById(tenant, ids);
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
