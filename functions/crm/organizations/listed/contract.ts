// Organizations as the pages of existing callers list them (docs/interface/crm.md#organizations-in-lists).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalText } from '../../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../../shared/lists/filter-rules.ts';
import { commonFilters, knownFilters, listBody, listPage } from '../../../../shared/lists/list-body.ts';
import { searchesField } from '../../lists/list.ts';
import { tenantCodeParameter } from '../../own-tenant.ts';
import { organizationFilterFields } from './filter-organizations.ts';
import { ListedOrganizationView } from './listed-organization.ts';
import { OrganizationDetails } from './organization-details.ts';

const shared = {
  area: 'crm',
  tags: ['Organizations'],
  access: { permission: 'crm.organizations.read', token: 'required' },
} as const;
/** Public pages show these, where the tenant allows it (docs/interface/access.md#without-a-token). */
const publicAccess = { permission: 'crm.organizations.read', token: 'tenant' } as const;
const ofTenant = z.object({ tenantCode: tenantCodeParameter });
const tenantExample = { params: { tenantCode: '{{tenantCode}}' } } as const;

const rules = filterRulesWithCustomFields(organizationFilterFields);
const rule = { fieldId: 'status', filterType: 4, selectedValues: ['Active'] };
const ignored = (description: string) => z.unknown().optional().meta({ description });

export const listOrganizationsFiltered = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/OrganizationPagingListWithCF/{tenantCode}',
  repeatable: true,
  summary: 'List organizations by filters',
  description:
    'The list of existing callers: filters by type, location, status, tag and custom field (by its id), in any order. By name without filters a page costs the same wherever it is; otherwise the short entries of all organizations are read, about thirty per read unit. A search lists the first 500 that it finds.',
  params: ofTenant,
  body: listBody(
    {
      name: ['organizationname'],
      organizationType: ['type'],
      createdOn: ['createddate'],
      modifiedOn: ['modifieddate', 'updated'],
    },
    knownFilters({
      ...commonFilters,
      search: searchesField,
      filterRules: rules,
      IsShowPastOrg: optionalBoolean().meta({
        description: 'false leaves inactive organizations out; all are listed by default.',
      }),
      isFlatView: ignored('Sent by existing callers; the list is always flat.'),
      allOrganizationPermission: ignored('Sent by existing callers; it has no effect.'),
    }),
  ).meta({ id: 'OrganizationListRequest' }),
  responses: {
    200: {
      description: 'A page of organizations.',
      body: listPage(ListedOrganizationView).meta({ id: 'ListedOrganizations' }),
    },
  },
  budget: { roundTrips: 7, readUnits: 14 },
  example: {
    ...tenantExample,
    body: { itemCount: 5, pageNumber: 1, sortBy: 'name', filterBody: { filterRules: [rule] } },
  },
});

export const countOrganizations = endpoint({
  ...shared,
  access: publicAccess,
  method: 'POST',
  path: '/api/v1/PublicFilteredRecordCount/{tenantCode}',
  repeatable: true,
  summary: 'Count organizations by filters',
  description:
    'Equals the totalCount of the list with the same filters. Without a token, where the access policy admits it, only public custom fields are filters.',
  params: ofTenant,
  body: z
    .object({
      searchText: commonFilters.searchText,
      filterRules: rules,
      sortBy: optionalText(100).meta({ description: 'Sent by existing callers; it has no effect.' }),
      pageNumber: ignored('Sent by existing callers; it has no effect.'),
      pageSize: ignored('Sent by existing callers; it has no effect.'),
    })
    .meta({ id: 'OrganizationCountRequest' }),
  responses: { 200: { description: 'The number of organizations.', body: z.int() } },
  budget: { roundTrips: 6, readUnits: 10 },
  example: { ...tenantExample, body: { searchText: '', filterRules: [rule] } },
});

const Column = z
  .strictObject({
    colName: z.string().meta({ description: 'The member of an entry.', example: 'organizationType' }),
    displayName: z.string().meta({ example: 'Type' }),
    fieldId: z.string().meta({ description: 'The id of a custom field, or the same as colName.' }),
    controlTypeId: z.int().meta({ description: 'The kind of a custom field; 0 for other columns.' }),
    fieldType: z.enum(['field', 'customField']),
  })
  .meta({ id: 'OrganizationColumn', description: 'A column of the list of organizations.' });
export type Column = z.infer<typeof Column>;

const columns = {
  ...shared,
  method: 'GET',
  params: ofTenant,
  responses: { 200: { description: 'The columns.', body: z.array(Column) } },
  example: tenantExample,
} as const;

export const listOrganizationColumns = endpoint({
  ...columns,
  path: '/api/v1/OrganizationColumnList/{tenantCode}',
  summary: 'List the columns of the list of organizations',
  budget: { roundTrips: 1, readUnits: 3 },
});

export const listOrganizationColumnsWithFields = endpoint({
  ...columns,
  path: '/api/v1/OrganizationColumnListWithCF/{tenantCode}',
  summary: 'List the columns of the list of organizations, with custom fields',
  budget: { roundTrips: 2, readUnits: 5 },
});

export const getOrganizationDetails = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/GetOrganizationBasicDetails/{id}',
  summary: 'Get what a page about an organization shows',
  params: z.object({ id: z.guid().meta({ description: 'The id of the organization.' }) }),
  responses: { 200: { description: 'The organization.', body: OrganizationDetails } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { id: '{{organizationId}}' } },
});

const Choice = z
  .strictObject({ id: z.string().meta({ description: 'What a filter accepts.' }), name: z.string() })
  .meta({ id: 'OrganizationFilterChoice', description: 'A value by which organizations are filtered.' });

const choosing = {
  ...shared,
  access: publicAccess,
  method: 'GET',
  params: ofTenant,
  responses: { 200: { description: 'The values, in alphabetical order.', body: z.array(Choice) } },
  budget: { roundTrips: 2, readUnits: 4 },
  example: tenantExample,
} as const;

export const listOrganizationTypeFilter = endpoint({
  ...choosing,
  path: '/api/v1/OrganizationTypeFilterList/{tenantCode}',
  summary: 'List the types by which organizations are filtered',
});

export const listOrganizationTagFilter = endpoint({
  ...choosing,
  path: '/api/v1/OrganizationTagFilterList/{tenantCode}',
  summary: 'List the tags by which organizations are filtered',
});

export const listOrganizationTagsForAll = endpoint({
  ...choosing,
  path: '/api/v1/Organization/GetAllOrganizationTagsPublic/{tenantCode}',
  summary: 'List the tags of organizations for a public page',
  description: 'The same as the tags by which organizations are filtered.',
});

export const listOrganizationLocationFilter = endpoint({
  ...choosing,
  path: '/api/v1/OrganizationLocationFilterList/{tenantCode}',
  summary: 'List the locations by which organizations are filtered',
  description: 'The towns of their addresses, with the state where it is known.',
});

export const listOrganizationStatusFilter = endpoint({
  ...choosing,
  path: '/api/v1/OrganizationStatusFilterList/{tenantCode}',
  summary: 'List the statuses by which organizations are filtered',
  budget: { roundTrips: 1, readUnits: 3 },
});

const FilterDefinition = z
  .strictObject({
    fieldId: z.string().meta({ example: 'organizationType' }),
    fieldName: z.string(),
    displayName: z.string().meta({ example: 'Type' }),
    filterType: z.int().meta({ description: '4: one of some values; 301: values of a custom field.' }),
    serviceUrl: z.string().meta({ description: 'Where the values are, with the literal {tenantCode}.' }),
  })
  .meta({ id: 'OrganizationFilterDefinition', description: 'A field by which organizations are filtered.' });
export type FilterDefinition = z.infer<typeof FilterDefinition>;

export const listOrganizationFilters = endpoint({
  ...shared,
  access: publicAccess,
  method: 'GET',
  path: '/api/v1/PublicFilterConfiguration/{tenantCode}/organizationlist',
  summary: 'List the fields by which organizations are filtered',
  description: 'Without a token, where the access policy admits it, only the custom fields that are public.',
  params: ofTenant,
  responses: { 200: { description: 'The fields.', body: z.array(FilterDefinition) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: tenantExample,
});
