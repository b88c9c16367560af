// What a change to a class may not do to its registrations, and what follows from it.

import { conflict } from '../../../../shared/errors/failure.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { formatMoment } from '../../time/format-moment.ts';
import type { ClassItem, SeatsItem } from '../record/class.ts';
import { computeLoweredLimits, describeExceededLimits } from './registration-settings.ts';

/** The seats as a change counts them: where it makes them separate, all belong to the way in which the class took place. */
export function separateTakenSeats(before: ClassItem, after: ClassItem, seats: SeatsItem): SeatsItem {
  const { separateSeats } = after.registration;
  if (!separateSeats || before.registration.separateSeats) return seats;
  const isOnSite = separateSeats.earlier === 'onSite';
  const split = (count: number) => (isOnSite ? [count, 0] : [0, count]);
  const [takenOnSite, takenOnline] = split(seats.taken);
  const [waitingMemberOnSite, waitingMemberOnline] = split(seats.waitingMember);
  const [waitingNonMemberOnSite, waitingNonMemberOnline] = split(seats.waitingNonMember);
  return {
    ...seats,
    ...{ takenOnSite, takenOnline, waitingMemberOnSite, waitingMemberOnline },
    ...{ waitingNonMemberOnSite, waitingNonMemberOnline },
  };
}

/**
 * Live registrations attend in one way or the other: their seats can't be counted together again.
 * @throws Failure 409
 */
export function assertSeatsStaySeparate(before: ClassItem, after: ClassItem, { live }: SeatsItem): void {
  if (live === 0 || !endsSeparateSeats(before, after)) return;
  throw conflict(
    `${before.sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'} with seats on site or online, which can't be counted together; remove the limits of separateSeats instead, or cancel or transfer the registrations first.`,
    'registration.separateSeats',
  );
}

/** Whether seats that were separate are counted together again. */
export const endsSeparateSeats = (before: ClassItem, after: ClassItem): boolean =>
  before.registration.separateSeats !== undefined && after.registration.separateSeats === undefined;

/**
 * Seat limits can't become lower than the seats that are taken.
 * @throws Failure 409 with the numbers
 */
export function assertTakenSeatsFit(before: ClassItem, after: ClassItem, seats: SeatsItem): void {
  const limits = computeLoweredLimits(before.registration, after.registration);
  const reasons = describeExceededLimits(limits, separateTakenSeats(before, after, seats));
  if (reasons.length > 0)
    throw conflict(`${reasons.join(' ')} Cancel or transfer registrations first.`, 'registration');
}

/** Whether a class that has not started would have started. */
export const isMovedIntoPast = (before: ClassItem, after: ClassItem, now: Date): boolean =>
  now < new Date(before.startsAt) && new Date(after.startsAt) <= now;

/**
 * A class with live registrations can't be moved into the past: nobody could attend it.
 * @throws Failure 409
 */
export function assertNotMovedIntoPast(
  before: ClassItem,
  after: ClassItem,
  { live }: SeatsItem,
  now: Date,
): void {
  if (live === 0 || !isMovedIntoPast(before, after, now)) return;
  throw conflict(
    `${before.sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'} and can't be moved into the past; it would begin on ${formatMoment(after.startsAt, after.timeZone)}. Choose a later time, or cancel or transfer the registrations first.`,
    'sessions',
  );
}

/**
 * A class with live registrations can't be removed.
 * @throws Failure 409
 */
export function assertNoLiveRegistrations(
  { sectionName, isCancelled }: Pick<ClassItem, 'sectionName' | 'isCancelled'>,
  { live }: SeatsItem,
): void {
  if (live === 0) return;
  const remedy = isCancelled
    ? 'they are cancelled within minutes of the class, unless attendance was recorded'
    : 'cancel the class, or transfer them first';
  throw conflict(
    `${sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'}; ${remedy}.`,
  );
}

const hashTimeAndPlace = ({ sessions, timeZone, locationType, location, onlineUrl }: ClassItem): string =>
  contentHash([
    sessions.map(({ startsAt, endsAt }) => [startsAt, endsAt]),
    [timeZone, locationType, location, onlineUrl],
  ]);

/** Whether the time or place of a class changed, so that its registrants are notified. */
export const isMoved = (before: ClassItem, after: ClassItem): boolean =>
  hashTimeAndPlace(before) !== hashTimeAndPlace(after);

/**
 * Whether the waitlist has to be processed: the registration settings or the times changed, and the class has a
 * waitlist. This includes a waitlist without entries, as a registration may have been added since it was read.
 */
export const affectsWaitlist = (before: ClassItem, after: ClassItem, { waiting }: SeatsItem): boolean =>
  (waiting > 0 || before.registration.waitlistSize > 0) &&
  (contentHash(before.registration) !== contentHash(after.registration) || isMoved(before, after));
