// GET /api/1.0/legislative/public-bills/districtname-list
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialDistricts } from './contract.ts';
import { optionsOf } from './filter.ts';
import { rosterOf, stateMeant } from './roster.ts';

export const handler = lambda(listOfficialDistricts, async ({ query, tenant, now }) => {
  const roster = await rosterOf(tenant, await stateMeant(tenant, query.stateId), now);
  return ok(optionsOf(roster, ({ districtCode }) => districtCode));
});
