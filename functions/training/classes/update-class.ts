// PUT /api/v1/Classes/{id}

import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { updateClass } from './contract.ts';
import { addRecurrenceErrors, applyRecurrence } from './plan/apply-recurrence.ts';
import { applyClassInput, toPlanContext } from './plan/plan-class.ts';
import { loadParticipations } from './presentation/participation.ts';
import { resolveObjectType } from './record/object-type.ts';
import { classAndSeats } from './record/store.ts';
import { writeClassChange } from './write-class-change.ts';

export const handler = lambda(updateClass, async (context) => {
  const { params, body, tenant, caller, now } = context;
  const [current, trainingSettings, participations, resolved] = await Promise.all([
    classAndSeats(tenant, params.id, { consistent: true }),
    loadTrainingSettings(tenant),
    loadParticipations(tenant, caller, [params.id]),
    resolveObjectType(tenant, body),
  ]);
  if (!current) throw notFound('class', params.id);
  const applied = await applyRecurrence(resolved, current.item, now);
  const plan = applyClassInput(current.item, applied.input, toPlanContext(context, trainingSettings));
  return writeClassChange(context, current, addRecurrenceErrors(plan, applied), {
    allowDoubleBooking: body.allowDoubleBooking,
    participations,
  });
});
