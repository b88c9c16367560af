// GET /api/v1/Organization/GetAllTags/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadChoices } from './choices.ts';
import { listOrganizationTags } from './contract.ts';

export const handler = lambda(listOrganizationTags, async ({ tenant }) =>
  ok(await loadChoices(tenant, 'organization-tag')),
);
