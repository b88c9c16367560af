// The regions that members of committees represent (docs/interface/crm.md#election-terms-and-regions).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { choosing, creating, getting, listing, updating } from '../definitions/endpoints.ts';
import { wholeListSchema } from '../whole-list.ts';

const Region = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'North' }),
    ...auditFields,
  })
  .meta({ id: 'Region', description: 'A region that members of committees represent.' });

const RegionRequest = z
  .object({
    name: z.string().trim().min(1).max(100).meta({ example: 'North' }),
    isActive: optionalBoolean().meta({
      description: 'false: the region stays with its memberships, and is given to no new one. Default: true.',
    }),
  })
  .meta({ id: 'RegionRequest' });
export type RegionInput = z.output<typeof RegionRequest>;

const byId = z.object({ regionId: z.guid().meta({ description: 'The id of the region.' }) });
const region = { description: 'The region.', body: Region };
const example = { params: { regionId: '{{regionId}}' } };

export const listRegions = endpoint({
  ...listing,
  path: '/api/v1/TenantRegion',
  summary: 'List regions',
  description: 'By name.',
  responses: {
    200: {
      description: 'A page of regions.',
      body: wholeListSchema(Region).meta({ id: 'RegionPage' }),
    },
  },
});

export const listRegionsForFilter = endpoint({
  ...choosing,
  path: '/api/v1/TenantRegion/GetAllTenantRegionForFilter/{date}',
  summary: 'List regions to choose from',
  description: 'The active ones. By name.',
});

export const createRegion = endpoint({
  ...creating,
  path: '/api/v1/TenantRegion',
  summary: 'Create a region',
  body: RegionRequest,
  responses: { 201: { ...region, headers: { Location: 'The URL of the region.' } } },
  example: { body: { name: 'Coast' } },
});

export const getRegion = endpoint({
  ...getting,
  path: '/api/v1/TenantRegion/{regionId}',
  summary: 'Get a region',
  params: byId,
  responses: { 200: region },
  example,
});

export const updateRegion = endpoint({
  ...updating,
  path: '/api/v1/TenantRegion/{regionId}',
  summary: 'Update a region',
  params: byId,
  body: RegionRequest,
  responses: { 200: region },
  example: { ...example, body: { name: 'Northern Counties' } },
});
