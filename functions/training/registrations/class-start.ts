// Once a class has begun, seats no longer change hands but by those who keep the register.
import type { Caller } from '../../../shared/auth/access.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { ClassItem } from '../classes/class.ts';
import { formatMoment } from '../notifications/merge-template.ts';

/**
 * Refuses to give up a seat of one's own once the class has begun: who stays away then is absent, not cancelled. Where a
 * tenant takes calls without a token, whoever calls may.
 * @throws Failure 409
 */
export function assertClassNotStarted(caller: Caller, of: ClassItem, now: Date): void {
  const { sectionName, startsAt, timeZone } = of;
  if (now < new Date(startsAt) || caller.kind === 'anonymous') return;
  if (!caller.permissions.has('training.registrations.write'))
    throw conflict(`${sectionName} began on ${formatMoment(startsAt, timeZone)}; ask the organizer.`);
}
