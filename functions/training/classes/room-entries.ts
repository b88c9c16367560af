// The classes in each room, as short entries, written together with the class.
import { type Change, put, remove } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { contentHash } from '../../../shared/directory/content-hash.ts';
import { foldName } from '../fold-name.ts';
import type { ClassItem } from './class.ts';

interface RoomBooking extends Pick<ClassItem, 'startsAt' | 'endsAt' | 'isCancelled'> {
  readonly type: 'room-booking';
  readonly classId: string;
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

const bookingKey = (tenant: TenantStore, room: string, item: ClassItem): Key<RoomBooking> =>
  tenant.key(`ROOM#${room}`, `CLASS#${item.startsAt}#${item.id}`);

/** The writes to room entries when a class is created, changed or removed. */
export function buildRoomChanges(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem | undefined,
): Change[] {
  const had = before && roomKeyText(before);
  const has = after && roomKeyText(after);
  const isKept = had === has && before?.startsAt === after?.startsAt;
  const isSame = isKept && before?.endsAt === after?.endsAt && before?.isCancelled === after?.isCancelled;
  if (isSame) return [];
  return [
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

/** The classes in a room by start, about twenty per read unit. */
export const classesByRoom = (tenant: TenantStore, room: string): Promise<readonly RoomBooking[]> =>
  tenant.queryAll(tenant.partition<RoomBooking>(`ROOM#${room}`));
