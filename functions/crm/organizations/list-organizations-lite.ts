// GET /api/v1/Organization/OrganizationListLite
import { presentOrganizationLite } from '../../../shared/directory/organizations/organization.ts';
import { countedOrganizations } from '../../../shared/directory/organizations/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../lists/list.ts';
import { listOrganizationsLite } from './contract.ts';

export const handler = lambda(listOrganizationsLite, async ({ query, tenant }) =>
  ok(await presentPage(countedOrganizations(tenant), query, (found) => found.map(presentOrganizationLite))),
);
