// POST /api/v1/Classes
import { createPicturePresenter } from '../../../shared/directory/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { insertClass } from './changes.ts';
import { buildSeats } from './class.ts';
import { buildReminderChanges } from './class-timers.ts';
import { createClass } from './contract.ts';
import { assertNoDoubleBooking, loadBookingCounts } from './double-bookings.ts';
import { loadClassReferences } from './load-references.ts';
import { resolveObjectType } from './object-type.ts';
import { buildClass } from './plan-class.ts';
import { presentClassDetail } from './present-class-detail.ts';
import { applyReferences } from './references.ts';

export const handler = lambda(createClass, async (context) => {
  const { body, tenant, settings, caller, now, receivedAt, newId, url } = context;
  const [input, trainingSettings] = await Promise.all([
    resolveObjectType(tenant, body),
    loadTrainingSettings(tenant),
  ]);
  const plan = buildClass(newId(), input, {
    settings: trainingSettings,
    timeZone: settings.timeZone,
    by: caller.kind === 'user' ? caller.personId : undefined,
    now,
    newId,
  });
  const [references, bookings] = await Promise.all([
    loadClassReferences(tenant, [plan.item]),
    body.allowDoubleBooking ? undefined : loadBookingCounts(tenant, undefined, plan.item),
  ]);
  const item = applyReferences(plan, undefined, references);
  if (bookings) await assertNoDoubleBooking(tenant, undefined, item);
  return write(
    [...(await insertClass(tenant, item, bookings)), ...buildReminderChanges(tenant, undefined, item, now)],
    created(
      presentClassDetail(
        { item, seats: buildSeats(item.version) },
        {
          references,
          viewer: 'writer',
          now,
          presentPicture: createPicturePresenter(tenant, receivedAt),
        },
      ),
      url(`/api/v1/Classes/${item.id}`),
      { version: item.version },
    ),
  );
});
