// Seats on site and seats online of a class that takes place in both ways (docs/interface/training.md#separate-seats).
import { invalid } from '../../../../shared/errors/failure.ts';
import type { AttendanceMode } from '../../attendance-mode.ts';
import type { ClassItem, RegistrationSettings } from './class.ts';

/** How a registration attends; undefined for a class whose seats are not separate. */
export const getAttendanceMode = (
  { registration: { separateSeats } }: Pick<ClassItem, 'registration'>,
  registered: { readonly attendanceMode?: AttendanceMode | undefined },
): AttendanceMode | undefined => separateSeats && (registered.attendanceMode ?? separateSeats.earlier);

/** How credits of a class are earned; undefined where it takes place in both ways and the registration does not say. */
export const findCreditMode = (
  item: Pick<ClassItem, 'registration' | 'locationType'>,
  registered: { readonly attendanceMode?: AttendanceMode | undefined },
): AttendanceMode | undefined =>
  getAttendanceMode(item, registered) ??
  ({ onlocation: 'onSite', online: 'online', onlocationandonline: undefined } as const)[item.locationType];

/** The most seats of a way to attend. */
export const getModeLimit = (
  { separateSeats }: Pick<RegistrationSettings, 'separateSeats'>,
  mode: AttendanceMode,
): number => separateSeats?.[mode] ?? Number.MAX_SAFE_INTEGER;

/**
 * How a new registration attends: as it says, and on site by default, as callers that know nothing of it expect.
 * @throws Failure 400 when the seats of the class are not separate
 */
export function chooseAttendanceMode(
  { sectionName, registration }: Pick<ClassItem, 'sectionName' | 'registration'>,
  sent: AttendanceMode | undefined,
): AttendanceMode | undefined {
  if (registration.separateSeats) return sent ?? 'onSite';
  if (sent === undefined) return undefined;
  throw invalid([
    {
      code: 'NOT_ALLOWED',
      message: `attendanceMode can't be chosen for ${sectionName}, which has no separate seats on site and online; leave it out.`,
      target: 'attendanceMode',
    },
  ]);
}
