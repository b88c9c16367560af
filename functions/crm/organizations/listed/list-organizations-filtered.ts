// POST /api/v1/OrganizationPagingListWithCF/{tenantCode}

import { countPeople, noPeople } from '../../../../shared/directory/organizations/organization-people.ts';
import {
  countedOrganizations,
  type OrganizationItem,
  organizationsById,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { loadCountedPage, type TotaledPage, takePage } from '../../../../shared/lists/page.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { listOrganizationsFiltered } from './contract.ts';
import { loadSelected, passesAll, resolveFilter, sortEntries } from './filter-organizations.ts';
import { presentListedOrganization } from './listed-organization.ts';

export const handler = lambda(listOrganizationsFiltered, async (context) => {
  const { body, tenant, params, settings, now } = context;
  assertOwnTenant(tenant, params.tenantCode);
  const filter = await resolveFilter(tenant, body.filterBody, context, 'filterBody.filterRules');
  const { sortBy, ...page } = toPageRequest(body);

  const read = async (): Promise<TotaledPage<OrganizationItem>> => {
    if (passesAll(filter) && sortBy === 'name') return loadCountedPage(countedOrganizations(tenant), page);
    const selected = await loadSelected(tenant, filter, context);
    const order = { sortBy, sortDirection: page.sortDirection };
    const ids = takePage(sortEntries(selected, order), page).map(({ id }) => id);
    const found = ids.length === 0 ? [] : await organizationsById(tenant, ids);
    return { items: found.filter((organization) => organization !== undefined), total: selected.length };
  };

  const { items, total } = await read();
  const [fields, people] = await Promise.all([
    loadFields(tenant, 'organizations', items),
    countPeople(
      tenant,
      items.map(({ id }) => id),
      toLocalDate(settings.timeZone, now),
    ),
  ]);
  return ok(
    presentPage(
      items.map((organization, index) =>
        presentListedOrganization(organization, people[index] ?? noPeople, { fields }),
      ),
      total,
    ),
  );
});
