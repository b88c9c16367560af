// Once a class has started, members no longer cancel or transfer their seats; only those who manage registrations do.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { formatMoment } from '../../time/format-moment.ts';

/**
 * A member who stays away from a class that has started is absent, not cancelled. Where a tenant accepts calls without
 * a token, those may do everything.
 * @throws Failure 409
 */
export function assertClassNotStarted(
  caller: Caller,
  item: Pick<ClassItem, 'sectionName' | 'startsAt' | 'timeZone'>,
  now: Date,
): void {
  const { sectionName, startsAt, timeZone } = item;
  if (now < new Date(startsAt) || caller.kind === 'anonymous') return;
  if (!caller.permissions.has('training.registrations.write'))
    throw conflict(`${sectionName} began on ${formatMoment(startsAt, timeZone)}; ask the organizer.`);
}
