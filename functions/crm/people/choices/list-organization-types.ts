// GET /api/v1/Organization/GetAllOrgTypesFilterOptions/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadChoices } from './choices.ts';
import { listOrganizationTypes } from './contract.ts';

export const handler = lambda(listOrganizationTypes, async ({ tenant }) =>
  ok(await loadChoices(tenant, 'organization-type')),
);
