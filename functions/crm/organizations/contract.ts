// Organizations: the members, companies and agencies of a tenant (docs/interface/crm.md#organizations).
import { OrganizationLite } from '../../../shared/directory/organization.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listQuery, pageSchema } from '../list.ts';

export const listOrganizationsLite = endpoint({
  area: 'crm',
  method: 'GET',
  path: '/api/v1/Organization/OrganizationListLite',
  summary: 'List organizations in lite form by name',
  description:
    'For selection lists: the id, the name, the type and the parent. A page has at most 1,000 organizations.',
  tags: ['Organizations'],
  query: listQuery({ byDefault: 200, largest: 1000 }),
  responses: {
    200: {
      description: 'A page of organizations.',
      body: pageSchema(OrganizationLite).meta({ id: 'OrganizationLiteList' }),
    },
  },
  access: { permission: 'crm.organizations.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 31 },
  example: { query: { pageIndex: 0, pageSize: 5 } },
});
