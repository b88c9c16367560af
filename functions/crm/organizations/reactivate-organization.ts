// POST /api/v1/organization/{id}/Reactivate
import { OrganizationContent } from '../../../shared/directory/organizations/organization.ts';
import { pickContent } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reactivateOrganization } from './contract.ts';
import { replaceOrganization, requireOrganization } from './write-organization.ts';

export const handler = lambda(reactivateOrganization, async (context) => {
  const before = await requireOrganization(context.tenant, context.params.id);
  const content = { ...pickContent(OrganizationContent, before), isActive: true };
  return replaceOrganization(context, before, { content, faults: [] });
});
