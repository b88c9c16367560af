// GET /api/v1/advocacy/people/{peopleId}/engagement

import { displayName } from '../../../../shared/directory/people/person.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../people/write-person.ts';
import { getPersonEngagement } from './contract.ts';
import { loadRules } from './record/store.ts';
import { scorePerson } from './score-person.ts';

export const handler = lambda(getPersonEngagement, async ({ tenant, settings, params, now }) => {
  const [person, rules] = await Promise.all([requirePerson(tenant, params.peopleId), loadRules(tenant)]);
  const day = { today: toLocalDate(settings.timeZone, now), timeZone: settings.timeZone };
  const score = await scorePerson(tenant, person.id, rules.settings, day);
  return ok({
    ...{ personId: person.id, personName: displayName(person) },
    ...score,
    calculatedDate: now.toISOString(),
  });
});
