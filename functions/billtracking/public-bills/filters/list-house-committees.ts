// GET /api/1.0/legislative/public-bills/committees/house
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listHouseCommittees } from './contract.ts';
import { listCommittees } from './facets.ts';

export const handler = lambda(listHouseCommittees, async ({ tenant }) =>
  ok(await listCommittees(tenant, 'lower')),
);
