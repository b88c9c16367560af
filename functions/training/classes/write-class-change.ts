// Writes a changed class, and what follows from the change for its registrations.

import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { assertNoDoubleBooking, loadBookingCounts } from './bookings/double-bookings.ts';
import { replaceClass } from './changes.ts';
import { assertAwardUnchanged } from './plan/award-change.ts';
import {
  affectsWaitlist,
  assertNotMovedIntoPast,
  assertSeatsStaySeparate,
  assertTakenSeatsFit,
  endsSeparateSeats,
  isMoved,
  isMovedIntoPast,
} from './plan/change-rules.ts';
import type { ClassPlan } from './plan/plan-class.ts';
import { loadClassReferences } from './presentation/load-references.ts';
import type { ClassViewContext } from './presentation/present-class.ts';
import { presentWrittenClass } from './presentation/present-class-detail.ts';
import { applyReferences } from './presentation/references.ts';
import { buildReminderChanges, notifyRegistrants } from './record/class-timers.ts';
import type { ClassWithSeats } from './record/store.ts';
import { setPromotionTimer, setWaitlistTimers } from './record/waitlist-timers.ts';

/** The part of a request's context that a change of a class needs. */
export interface ChangeContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly ifMatch: IfMatch | undefined;
}

interface ChangeOptions extends Pick<ClassViewContext, 'participations'> {
  readonly allowDoubleBooking?: boolean | null | undefined;
  /** Further writes of the same transaction, such as an audit. */
  readonly more?: readonly Change[];
}

/**
 * Replaces a class by its plan. Registrants are notified when its time or place changes, and its waitlist is processed.
 * @throws Failure 400 for an invalid plan; 409 when registrations or bookings prevent the change; 412
 */
export async function writeClassChange(
  context: ChangeContext,
  { item: before, seats }: ClassWithSeats,
  plan: ClassPlan,
  { allowDoubleBooking, participations, more = [] }: ChangeOptions,
) {
  const { tenant, settings, now, ifMatch } = context;
  const [references, bookings] = await Promise.all([
    loadClassReferences(tenant, [plan.item]),
    allowDoubleBooking ? undefined : loadBookingCounts(tenant, before, plan.item),
  ]);
  const after = applyReferences(plan, before, references, toLocalDate(settings.timeZone, now));
  assertTakenSeatsFit(before, after, seats);
  assertSeatsStaySeparate(before, after, seats);
  assertAwardUnchanged(before, after, seats);
  assertNotMovedIntoPast(before, after, seats, now);
  if (bookings) await assertNoDoubleBooking(tenant, before, after);
  return write(
    [
      ...(await replaceClass(tenant, before, after, {
        seats,
        forbidsLive: isMovedIntoPast(before, after, now) || endsSeparateSeats(before, after),
        bookings,
        ifMatch,
      })),
      ...buildReminderChanges(tenant, before, after, now),
      ...(affectsWaitlist(before, after, seats)
        ? [setPromotionTimer(tenant, after.id, now), ...setWaitlistTimers(tenant, after, now)]
        : []),
      ...(isMoved(before, after) ? [notifyRegistrants(tenant, 'class-changed', after, now)] : []),
      ...more,
    ],
    ok(presentWrittenClass(context, { item: after, seats }, { references, participations }), {
      version: after.version,
    }),
  );
}
