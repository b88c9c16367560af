// The classes in each room, as short entries, written together with the class.
import { type Change, put, remove, update } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { ClassItem } from '../record/class.ts';
import { type BookingCounts, ifStillBooked, listNewBookings, roomKeyText } from './bookings.ts';

interface RoomBooking extends Pick<ClassItem, 'startsAt' | 'endsAt' | 'isCancelled'> {
  readonly type: 'room-booking';
  readonly classId: string;
}

/** How often a room was booked. */
interface RoomRow {
  readonly type: 'room';
  readonly bookings: number;
}

export const roomRowKey = (tenant: TenantStore, room: string): Key<RoomRow> =>
  tenant.key('ROOMS', `ROOM#${room}`);

const bookingKey = (tenant: TenantStore, room: string, item: ClassItem): Key<RoomBooking> =>
  tenant.key(`ROOM#${room}`, `CLASS#${item.startsAt}#${item.id}`);

/** Counts a new booking; refused when the room was booked since `counts` were read. */
function countRoomBooking(
  tenant: TenantStore,
  room: string | undefined,
  counts: BookingCounts | undefined,
): Change[] {
  if (room === undefined) return [];
  const guard = counts && { condition: ifStillBooked(counts.room), onConflict: 'retry' as const };
  return [update(roomRowKey(tenant, room), { set: { type: 'room' }, add: { bookings: 1 } }, guard)];
}

/**
 * The writes to room entries when a class is created, changed or removed. With `counts` the transaction is decided again
 * when the room was booked meanwhile.
 */
export function buildRoomChanges(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem | undefined,
  counts?: BookingCounts,
): Change[] {
  const had = before && roomKeyText(before);
  const has = after && roomKeyText(after);
  const booked = countRoomBooking(tenant, listNewBookings(before, after).room, counts);
  const isKept = had === has && before?.startsAt === after?.startsAt;
  const isSame = isKept && before?.endsAt === after?.endsAt && before?.isCancelled === after?.isCancelled;
  if (isSame) return booked;
  return [
    ...booked,
    ...(before && had !== undefined && !isKept ? [remove(bookingKey(tenant, had, before))] : []),
    ...(after && has !== undefined
      ? [
          put(bookingKey(tenant, has, after), {
            type: 'room-booking',
            classId: after.id,
            startsAt: after.startsAt,
            endsAt: after.endsAt,
            isCancelled: after.isCancelled,
          }),
        ]
      : []),
  ];
}

/** The classes in a room by start, as they are at this moment; about ten per read unit. */
export const classesByRoom = (tenant: TenantStore, room: string): Promise<readonly RoomBooking[]> =>
  tenant.queryAll(tenant.partition<RoomBooking>(`ROOM#${room}`), { consistent: true });
