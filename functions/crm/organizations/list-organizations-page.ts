// POST /api/v1/organization/OrganizationPagingList

import { listedOrganizations } from '../../../shared/directory/organizations/listed-organizations.ts';
import {
  countedOrganizations,
  type OrganizationItem,
  organizationsById,
} from '../../../shared/directory/organizations/organization-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { collectWords } from '../../../shared/search/search-index.ts';
import { presentPage, takeSelectedPage } from '../lists/list.ts';
import { presentSearch } from '../lists/search.ts';
import { listOrganizationsPage } from './contract.ts';
import { presentOrganizations } from './write-organization.ts';

export const handler = lambda(listOrganizationsPage, async ({ tenant, body: { filter, ...page } }) => {
  const present = (found: readonly OrganizationItem[]) => presentOrganizations({ tenant }, found);
  const { searchText, isActive } = filter;
  if (searchText === undefined && isActive !== undefined) {
    const all = await tenant.queryAll(listedOrganizations(tenant));
    const selected = all.filter(({ x }) => (x === undefined) === isActive);
    const { data, ...rest } = takeSelectedPage(selected, page);
    const found = await organizationsById(
      tenant,
      data.map(({ id }) => id),
    );
    const organizations = found.filter((organization) => organization !== undefined);
    return ok({ ...rest, data: [...(await present(organizations))] });
  }
  return ok(
    searchText === undefined
      ? await presentPage(countedOrganizations(tenant), page, present)
      : await presentSearch(
          tenant,
          { ...page, terms: collectWords([searchText]), isActive, index: 'organizations' },
          organizationsById,
          present,
        ),
  );
});
