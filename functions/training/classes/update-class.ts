// PUT /api/v1/Classes/{id}

import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { assertAwardUnchanged } from './award-change.ts';
import {
  affectsWaitlist,
  assertNotMovedIntoPast,
  assertSeatsStaySeparate,
  assertTakenSeatsFit,
  endsSeparateSeats,
  isMoved,
  isMovedIntoPast,
} from './change-rules.ts';
import { replaceClass } from './changes.ts';
import { buildReminderChanges, notifyRegistrants } from './class-timers.ts';
import { updateClass } from './contract.ts';
import { assertNoDoubleBooking, loadBookingCounts } from './double-bookings.ts';
import { loadClassReferences } from './load-references.ts';
import { resolveObjectType } from './object-type.ts';
import { loadParticipations } from './participation.ts';
import { applyClassInput, toPlanContext } from './plan-class.ts';
import { presentWrittenClass } from './present-class-detail.ts';
import { applyReferences } from './references.ts';
import { classAndSeats } from './store.ts';
import { setPromotionTimer, setWaitlistTimers } from './waitlist-timers.ts';

export const handler = lambda(updateClass, async (context) => {
  const { params, body, tenant, caller, settings, now, ifMatch } = context;
  const [current, trainingSettings, participations, input] = await Promise.all([
    classAndSeats(tenant, params.id, { consistent: true }),
    loadTrainingSettings(tenant),
    loadParticipations(tenant, caller, [params.id]),
    resolveObjectType(tenant, body),
  ]);
  if (!current) throw notFound('class', params.id);
  const { item: before, seats } = current;
  const plan = applyClassInput(before, input, toPlanContext(context, trainingSettings));
  const [references, bookings] = await Promise.all([
    loadClassReferences(tenant, [plan.item]),
    body.allowDoubleBooking ? undefined : loadBookingCounts(tenant, before, plan.item),
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
    ],
    ok(presentWrittenClass(context, { item: after, seats }, { references, participations }), {
      version: after.version,
    }),
  );
});
