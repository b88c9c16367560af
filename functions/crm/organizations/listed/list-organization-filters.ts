// GET /api/v1/PublicFilterConfiguration/{tenantCode}/organizationlist
import { isFieldVisible, listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { filterTypes } from '../../../../shared/lists/filter-rules.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { type FilterDefinition, listOrganizationFilters } from './contract.ts';
import type { organizationFilterFields } from './filter-organizations.ts';

/** How the fields are called, and where their values are. */
const ownFields: Readonly<Record<(typeof organizationFilterFields)[number], readonly [string, string]>> = {
  organizationType: ['Type', 'OrganizationTypeFilterList/{tenantCode}'],
  locations: ['Location', 'OrganizationLocationFilterList/{tenantCode}'],
  status: ['Status', 'OrganizationStatusFilterList/{tenantCode}'],
  tags: ['Tag', 'OrganizationTagFilterList/{tenantCode}'],
};

const ownFilters: readonly FilterDefinition[] = Object.entries(ownFields).map(
  ([fieldId, [displayName, serviceUrl]]) => ({
    fieldId,
    fieldName: fieldId,
    displayName,
    filterType: filterTypes.oneOfFixed,
    serviceUrl,
  }),
);

export const handler = lambda(listOrganizationFilters, async ({ tenant, params, caller }) => {
  assertOwnTenant(tenant, params.tenantCode);
  const fields = await listCustomFields(tenant, 'organizations');
  const custom = fields
    .filter((field) => isFieldVisible(field, caller))
    .map(({ id, name }) => ({
      fieldId: id,
      fieldName: name,
      displayName: name,
      filterType: filterTypes.customField,
      serviceUrl: `Settings/GetFieldPossibleValues/${id}/0`,
    }));
  return ok([...ownFilters, ...custom]);
});
