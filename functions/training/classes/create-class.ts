// POST /api/v1/Classes
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { addRecurrenceErrors, applyRecurrence } from './apply-recurrence.ts';
import { insertClass } from './changes.ts';
import { buildSeats } from './class.ts';
import { buildReminderChanges } from './class-timers.ts';
import { createClass } from './contract.ts';
import { assertNoDoubleBooking, loadBookingCounts } from './double-bookings.ts';
import { loadClassReferences } from './load-references.ts';
import { resolveObjectType } from './object-type.ts';
import { buildClass, toPlanContext } from './plan-class.ts';
import { presentWrittenClass } from './present-class-detail.ts';
import { applyReferences } from './references.ts';

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
