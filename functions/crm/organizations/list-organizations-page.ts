// POST /api/v1/organization/OrganizationPagingList
import { countedOrganizations, organizationsById } from '../../../shared/directory/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../list.ts';
import { presentSearch } from '../search.ts';
import { listOrganizationsPage } from './contract.ts';
import { presentFor } from './write-organization.ts';

export const handler = lambda(listOrganizationsPage, async ({ tenant, body: { filter, ...page } }) => {
  const present = (organization: Parameters<typeof presentFor>[1]) => presentFor({ tenant }, organization);
  const { searchText } = filter;
  return ok(
    searchText === undefined
      ? await presentPage(countedOrganizations(tenant), page, present)
      : await presentSearch(
          tenant,
          { ...page, searchText, index: 'organizations' },
          organizationsById,
          present,
        ),
  );
});
