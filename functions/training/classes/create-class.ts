// POST /api/v1/Classes

import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { assertNoDoubleBooking, loadBookingCounts } from './bookings/double-bookings.ts';
import { insertClass } from './changes.ts';
import { createClass } from './contract.ts';
import { addRecurrenceErrors, applyRecurrence } from './plan/apply-recurrence.ts';
import { buildClass, toPlanContext } from './plan/plan-class.ts';
import { loadClassReferences } from './presentation/load-references.ts';
import { presentWrittenClass } from './presentation/present-class-detail.ts';
import { applyReferences } from './presentation/references.ts';
import { buildSeats } from './record/class.ts';
import { buildReminderChanges } from './record/class-timers.ts';
import { resolveObjectType } from './record/object-type.ts';

export const handler = lambda(createClass, async (context) => {
  const { body, tenant, settings, now, newId, url } = context;
  const [resolved, trainingSettings] = await Promise.all([
    resolveObjectType(tenant, body),
    loadTrainingSettings(tenant),
  ]);
  const applied = await applyRecurrence(resolved, { sessions: [], timeZone: settings.timeZone }, now);
  const plan = addRecurrenceErrors(
    buildClass(newId(), applied.input, toPlanContext(context, trainingSettings)),
    applied,
  );
  const [references, bookings] = await Promise.all([
    loadClassReferences(tenant, [plan.item]),
    body.allowDoubleBooking ? undefined : loadBookingCounts(tenant, undefined, plan.item),
  ]);
  const item = applyReferences(plan, undefined, references, toLocalDate(settings.timeZone, now));
  if (bookings) await assertNoDoubleBooking(tenant, undefined, item);
  return write(
    [...(await insertClass(tenant, item, bookings)), ...buildReminderChanges(tenant, undefined, item, now)],
    created(
      presentWrittenClass(context, { item, seats: buildSeats(item.version) }, { references }),
      url(`/api/v1/Classes/${item.id}`),
      { version: item.version },
    ),
  );
});
