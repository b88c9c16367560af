// The award that a class leads to can't change while registrations are live.
import { conflict } from '../../../../shared/errors/failure.ts';
import type { ClassItem, SeatsItem } from '../record/class.ts';

export const isAwardChanged = (before: ClassItem, after: ClassItem): boolean =>
  before.awardId !== after.awardId;

/**
 * Each live registration is counted by the award it was made for.
 * @throws Failure 409
 */
export function assertAwardUnchanged(before: ClassItem, after: ClassItem, { live }: SeatsItem): void {
  if (live === 0 || !isAwardChanged(before, after)) return;
  throw conflict(
    `${before.sectionName} has ${live} live ${live === 1 ? 'registration' : 'registrations'} for its present award, so awardId can't be changed. Cancel or transfer the registrations first, or create another class for the other award.`,
    'awardId',
  );
}
