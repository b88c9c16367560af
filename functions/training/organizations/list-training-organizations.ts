// GET /api/v1/Organizations/List
import { countedOrganizations } from '../../../shared/directory/organizations/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadCountedPage } from '../../../shared/lists/page.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listTrainingOrganizations } from './contract.ts';
import { presentOrganization } from './organization.ts';

export const handler = lambda(listTrainingOrganizations, async ({ query, tenant, url }) => {
  const { items, total } = await loadCountedPage(countedOrganizations(tenant), query);
  return ok(items.map(presentOrganization), {
    headers: buildPageHeaders(url('/api/v1/Organizations/List'), query, total),
  });
});
