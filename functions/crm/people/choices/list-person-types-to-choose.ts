// GET /api/v1/Settings/Get/PersonTypeListForFilter/{number}/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadChoices } from './choices.ts';
import { listPersonTypesToChoose } from './contract.ts';

export const handler = lambda(listPersonTypesToChoose, async ({ tenant }) =>
  ok(await loadChoices(tenant, 'person-type')),
);
