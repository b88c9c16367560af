// GET /api/v1/People/GetAllTags/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadChoices } from './choices.ts';
import { listPeopleTags } from './contract.ts';

export const handler = lambda(listPeopleTags, async ({ tenant }) =>
  ok(await loadChoices(tenant, 'person-tag')),
);
