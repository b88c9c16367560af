// GET /api/v1/Credits/{id}

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requireCredit } from '../granted-credits/store.ts';
import { getCredit } from './contract.ts';
import { presentCredit } from './present.ts';

export const handler = lambda(getCredit, async ({ params, tenant, caller }) => {
  const credit = await requireCredit(tenant, params.id);
  assertMayActFor(caller, credit.personId, 'training.credits.read');
  return ok(presentCredit(credit), { version: credit.version });
});
