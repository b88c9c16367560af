// GET /api/v1/organization/{id}/Merges
import { organizationMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listMerges } from '../../merge/list-merges.ts';
import { listOrganizationMerges } from './contract.ts';
import { presentOrganizationMerge } from './present.ts';

export const handler = lambda(listOrganizationMerges, async ({ tenant, params }) => {
  const merges = await listMerges(tenant, organizationMerges, params.id.toLowerCase());
  return ok({ data: merges.map(presentOrganizationMerge) });
});
