// GET /api/v1/organization/{id}
import { organizationById } from '../../../shared/directory/organizations/organization-store.ts';
import { organizationMerges } from '../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../shared/directory/record-merge/merge-record.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadFields } from '../fields/custom-values.ts';
import { getOrganization } from './contract.ts';
import { presentFor } from './write-organization.ts';

export const handler = lambda(getOrganization, async ({ params, tenant }) => {
  const id = params.id.toLowerCase();
  // The id of an organization that was merged stands for the remaining one.
  const organization =
    (await organizationById(tenant, id)) ?? (await survivorById(tenant, organizationMerges, id));
  if (!organization) throw notFound('organization', params.id);
  const fields = await loadFields(tenant, 'organizations', [organization]);
  return ok(presentFor({ tenant }, organization, fields), {
    version: organization.version,
    isComposed: true,
  });
});
