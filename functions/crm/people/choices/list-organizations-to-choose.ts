// GET /api/v1/Organization/GetOrganizationListWithIdForFilters/{date}
import { listedOrganizations } from '../../../../shared/directory/organizations/listed-organizations.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listOrganizationsToChoose } from './contract.ts';

export const handler = lambda(listOrganizationsToChoose, async ({ tenant }) => {
  const all = await tenant.queryAll(listedOrganizations(tenant));
  return ok(all.flatMap(({ id, n, x }) => (x ? [] : [{ id, name: n }])));
});
