// When a class may be cancelled, and what it is then.

import { conflict } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { formatMoment } from '../../time/format-moment.ts';
import type { ClassItem } from '../record/class.ts';
import { classState } from '../record/registration-window.ts';
import type { PlanContext } from './plan-class.ts';

/** The cancelled class, at its next version. */
export const applyCancellation = (
  before: ClassItem,
  reason: string,
  { now, by }: Pick<PlanContext, 'now' | 'by'>,
): ClassItem => ({
  ...before,
  isCancelled: true,
  cancelledDate: now.toISOString(),
  cancelReason: reason,
  modifiedBy: by,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/**
 * Only a class that is not over and not cancelled can be cancelled.
 * @throws Failure 409
 */
export function assertCancellable(item: ClassItem, now: Date): void {
  const state = classState(item, now);
  if (state === 'Cancelled') {
    const day = item.cancelledDate && toLocalDate(item.timeZone, new Date(item.cancelledDate));
    throw conflict(`${item.sectionName} was already cancelled${day ? ` on ${day}` : ''}.`);
  }
  if (state === 'Completed')
    throw conflict(
      `${item.sectionName} ended on ${formatMoment(item.endsAt, item.timeZone)}; a class that is over can't be cancelled.`,
    );
}
