// GET /api/v1/advocacy/people/{peopleId}/officials

import { listOfficials } from '../../../../shared/directory/officials/official-entries.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { deriveResidence, listStates } from '../../../../shared/legislature/constituents.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../people/write-person.ts';
import { listPersonOfficials } from './contract.ts';
import { buildRepresentation } from './representation.ts';

export const handler = lambda(listPersonOfficials, async ({ tenant, settings, now, params, query }) => {
  const person = await requirePerson(tenant, params.peopleId);
  const officials = await Promise.all(
    listStates(deriveResidence(person)).map(async (state) => ({
      state,
      entries: await listOfficials(tenant, state.abbreviation),
    })),
  );
  return ok(buildRepresentation(person, officials, query.date ?? toLocalDate(settings.timeZone, now)));
});
