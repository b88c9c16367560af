// GET /api/v1/advocacy/officials/{officialId}/constituents

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { deriveOfficeDivision } from '../../../../shared/legislature/constituents.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../people/write-person.ts';
import { listOfficialConstituents } from './contract.ts';
import { presentConstituents } from './present-constituents.ts';

export const handler = lambda(listOfficialConstituents, async ({ tenant, settings, now, params, query }) => {
  const { offices = [] } = await requirePerson(tenant, params.officialId);
  const today = toLocalDate(settings.timeZone, now);
  const office = offices.findLast((held) => isInForce(held, today));
  return ok(await presentConstituents(tenant, office && deriveOfficeDivision(office), today, query));
});
