// GET /api/v1/Organizations/List
import { countedOrganizations } from '../../../shared/directory/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { countedPage } from '../catalogue/entries/page.ts';
import { buildPageHeaders } from '../listing.ts';
import { listTrainingOrganizations } from './contract.ts';
import { presentOrganization } from './organization.ts';

export const handler = lambda(listTrainingOrganizations, async ({ query, tenant, url }) => {
  const { items, total } = await countedPage(countedOrganizations(tenant), query);
  return ok(items.map(presentOrganization), {
    headers: buildPageHeaders(url('/api/v1/Organizations/List'), query, total),
  });
});
