// GET /api/v1/People/getAllPeopleTitleList/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadChoices } from './choices.ts';
import { listPeopleTitles } from './contract.ts';

export const handler = lambda(listPeopleTitles, async ({ tenant }) =>
  ok(await loadChoices(tenant, 'person-title')),
);
