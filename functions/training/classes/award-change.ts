// The award that a class leads to: it stays the same as long as somebody is registered.
import { conflict } from '../../../shared/errors/failure.ts';
import type { ClassItem, SeatsItem } from './class.ts';

/** Whether a class leads to another award than before, or to none. */
export const isAwardChanged = (before: ClassItem, after: ClassItem): boolean =>
  before.awardId !== after.awardId;

/**
 * Live registrations are counted at the award that they were made for: it stays as long as there are some.
 * @throws Failure 409
 */
export function assertAwardUnchanged(before: ClassItem, after: ClassItem, { live }: SeatsItem): void {
  if (live === 0 || !isAwardChanged(before, after)) return;
  throw conflict(
    `${before.sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'}, made for the award it leads to; awardId can't be changed. Cancel or transfer them first, or plan another class for the other award.`,
    'awardId',
  );
}
