// Whether the public endpoints of area B need a token (docs/interface/access.md#tenant-access-setting).
import * as z from 'zod';
import { AccessMode } from '../../../../shared/auth/access/tenant-fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const read = AccessMode.meta({
  description: 'tenant: the public endpoints need only the tenant-code. token: they need a token.',
});
const CrmAccessPolicy = z.strictObject({ read }).meta({ id: 'CrmAccessPolicy' });
const CrmAccessPolicyRequest = z.object({ read }).meta({ id: 'CrmAccessPolicyRequest' });

const shared = {
  area: 'crm',
  tags: ['Settings'],
  access: { permission: 'crm.settings.write', token: 'required', showsSettings: true },
  path: '/api/v1/Settings/AccessPolicy',
} as const;

export const getCrmAccessPolicy = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get the access policy of relationships',
  responses: { 200: { description: 'The access policy.', body: CrmAccessPolicy } },
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const updateCrmAccessPolicy = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Update the access policy of relationships',
  description:
    'Sets whether the public endpoints can be read without a token: filters, counts and names of fields, no person and no e-mail address. Everything else always needs a token. The change takes effect with the next request and is audited. Send the ETag as If-Match to prevent lost updates.',
  body: CrmAccessPolicyRequest,
  responses: { 200: { description: 'The updated access policy.', body: CrmAccessPolicy } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { read: 'tenant' } },
});
