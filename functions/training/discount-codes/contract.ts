// Discount codes (docs/interface/training.md#discount-codes).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, pageQuery } from '../listing/listing.ts';
import { DiscountCode, DiscountCodeCreateRequest, DiscountCodeUpdateRequest } from './schemas.ts';

const path = '/api/v1/DiscountCodes';
const shared = { area: 'training', tags: ['Registration'] } as const;
const access = { permission: 'training.discounts.write', token: 'required' } as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the code.' }) });
const reply = { description: 'The code.', body: DiscountCode } as const;

export const listDiscountCodes = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List discount codes',
  description: 'The earliest first; with code, the one that is written so.',
  query: z.object({
    code: z
      .string()
      .trim()
      .max(40)
      .optional()
      .meta({ description: 'Case, spaces and hyphens don’t matter.' }),
    ...pageQuery,
  }),
  responses: {
    200: { description: 'A page of codes.', body: z.array(DiscountCode), headers: listHeaders },
  },
  access,
  budget: { roundTrips: 5, readUnits: 40 },
  example: { query: { page: 1, pageSize: 20 } },
});

export const createDiscountCode = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Create a discount code',
  body: DiscountCodeCreateRequest,
  responses: {
    201: { ...reply, headers: { Location: 'The address of the code.' } },
  },
  refuses: ['CONFLICT'],
  access,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 16 },
  example: {
    body: { code: 'SPRING-2027', percent: 20, maxRedemptions: 50, maxPerPerson: 1 },
  },
});

export const getDiscountCode = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a discount code',
  params: byId,
  responses: { 200: reply },
  refuses: ['RESOURCE_NOT_FOUND'],
  access,
  budget: { roundTrips: 3, readUnits: 7 },
  example: { params: { id: '{{discountCodeId}}' } },
});

export const updateDiscountCode = endpoint({
  ...shared,
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Update a discount code',
  description:
    'The code itself stays. Registrations keep the terms that they were made with. The change is audited.',
  params: byId,
  body: DiscountCodeUpdateRequest,
  responses: { 200: reply },
  refuses: ['RESOURCE_NOT_FOUND'],
  access,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 12 },
  example: { params: { id: '{{discountCodeId}}' }, body: { maxRedemptions: 100 } },
});

export const deleteDiscountCode = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a discount code',
  description: 'Only one that does not count as redeemed; deactivate others.',
  params: byId,
  responses: { 204: { description: 'Deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access,
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 18 },
  example: { params: { id: '{{discountCodeId}}' } },
});
