// POST /api/v1/organization/OrganizationPagingList
import {
  countedOrganizations,
  type OrganizationItem,
  organizationsById,
} from '../../../shared/directory/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../list.ts';
import { presentSearch } from '../search.ts';
import { listOrganizationsPage } from './contract.ts';
import { presentOrganizations } from './write-organization.ts';

export const handler = lambda(listOrganizationsPage, async ({ tenant, body: { filter, ...page } }) => {
  const present = (found: readonly OrganizationItem[]) => presentOrganizations({ tenant }, found);
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
