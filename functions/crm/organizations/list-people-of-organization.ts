// POST /api/v1/organization/{id}/GetAllPeople
import { listOrganizationPersonIds } from '../../../shared/directory/organizations/organization-entries.ts';
import { organizationById } from '../../../shared/directory/organizations/organization-store.ts';
import { peopleById } from '../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { takePage } from '../../../shared/lists/page.ts';
import { presentPeople } from '../people/presentation/present.ts';
import { listPeopleOfOrganization } from './contract.ts';

// Reads the organization's short entries, about fifty to a read unit, and the people of the page by key.
export const handler = lambda(listPeopleOfOrganization, async (context) => {
  const { params, tenant } = context;
  const { pageIndex, pageSize } = context.body;
  const id = params.id.toLowerCase();
  const [organization, ids] = await Promise.all([
    organizationById(tenant, id),
    listOrganizationPersonIds(tenant, id),
  ]);
  if (!organization) throw notFound('organization', params.id);
  const page = takePage(ids, { page: pageIndex + 1, pageSize });
  const people = page.length === 0 ? [] : await peopleById(tenant, page);
  return ok({
    data: await presentPeople(
      context,
      people.filter((person) => person !== undefined),
    ),
    totalCount: ids.length,
    pageIndex,
    pageSize,
    hasNextPage: (pageIndex + 1) * pageSize < ids.length,
  });
});
