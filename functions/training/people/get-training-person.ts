// GET /api/v1/People/{personId}

import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { requirePerson } from '../access/people-lookup.ts';
import { classesByInstructor, countTaughtClasses } from '../classes/bookings/instructor-entries.ts';
import { findPersonOrganization } from '../registrant.ts';
import { getTrainingPerson } from './contract.ts';
import { assertMayReadTraining } from './managers/access.ts';
import { findPersonManager } from './managers/manager.ts';
import { presentManager } from './managers/present.ts';
import { presentPerson } from './present.ts';
import { summarizeTraining } from './training-summary.ts';

export const handler = lambda(getTrainingPerson, async (context) => {
  const { params, tenant, caller, settings, now, receivedAt } = context;
  await assertMayReadTraining(context, params.personId, 'training.people.read');
  const person = await requirePerson(tenant, params.personId);
  const today = toLocalDate(settings.timeZone, now);
  const [organization, manager, training, taught] = await Promise.all([
    findPersonOrganization(tenant, person),
    findPersonManager(tenant, person, today),
    summarizeTraining(tenant, person.id, today),
    classesByInstructor(tenant, person.id),
  ]);
  return ok({
    ...presentPerson(context, person, organization, today, createPicturePresenter(tenant, receivedAt)),
    manager: presentManager({ caller, settings }, manager),
    ...training,
    classesTaught: countTaughtClasses(taught, now),
  });
});
