// GET /api/v1/GetOrganizationBasicDetails/{id}
import { organizationById } from '../../../../shared/directory/organizations/organization-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { getOrganizationDetails } from './contract.ts';
import { presentOrganizationDetails } from './organization-details.ts';

export const handler = lambda(getOrganizationDetails, async ({ tenant, params }) => {
  const organization = await organizationById(tenant, params.id.toLowerCase());
  if (!organization) throw notFound('organization', params.id);
  const fields = await loadFields(tenant, 'organizations', [organization]);
  return ok(presentOrganizationDetails(organization, { fields }), {
    version: organization.version,
    isComposed: true,
  });
});
