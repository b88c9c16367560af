// The place of a class on one line.
import type { ClassContent } from './class.ts';

/**
 * "Alder County Annex, Room 210, 100 Main St, Rivertown, OR"; "Online" when it has no room; '' when nothing is known.
 */
export function formatClassPlace({
  location,
  locationType,
}: Pick<ClassContent, 'location' | 'locationType'>): string {
  const { name, roomNumber, addressLine1, city, state } = location ?? {};
  const room = roomNumber && (/\D{3}/.test(roomNumber) ? roomNumber : `Room ${roomNumber}`);
  const place = [name, room, addressLine1, city, state].filter(Boolean).join(', ');
  if (locationType === 'online') return 'Online';
  return locationType === 'onlocationandonline' && place !== '' ? `${place}, or online` : place;
}
