// GET /api/1.0/legislative/public-bills/committees/senate
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listSenateCommittees } from './contract.ts';
import { listCommittees } from './facets.ts';

export const handler = lambda(listSenateCommittees, async ({ tenant }) =>
  ok(await listCommittees(tenant, 'upper')),
);
