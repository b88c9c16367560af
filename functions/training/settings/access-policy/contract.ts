// Who reads and writes training without a token, and who sees e-mail addresses (docs/interface/access.md#tenant-access-setting).
import * as z from 'zod';
import { AccessMode, EmailVisibility } from '../../../../shared/auth/access/tenant-fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { reading, writing } from '../endpoints.ts';

const AccessPolicy = z
  .strictObject({ read: AccessMode, write: AccessMode, emailsVisibleTo: EmailVisibility })
  .meta({
    id: 'AccessPolicy',
    description: 'tenant: the tenant-code header is enough. token: a token is required.',
  });

export const getAccessPolicy = endpoint({
  ...reading,
  path: '/api/v1/Settings/AccessPolicy',
  summary: 'Get the access policy of training',
  responses: { 200: { description: 'The access policy.', body: AccessPolicy } },
  budget: { roundTrips: 1, readUnits: 3 },
});

export const updateAccessPolicy = endpoint({
  ...writing,
  path: '/api/v1/Settings/AccessPolicy',
  summary: 'Update the access policy of training',
  description:
    'Sets whether training can be read and written without a token, and who sees the e-mail addresses of others. Only the fields that are sent are changed. Always requires a token. The change is audited.',
  body: z
    .object({
      read: AccessMode.nullish(),
      write: AccessMode.nullish(),
      emailsVisibleTo: EmailVisibility.nullish(),
    })
    .meta({ id: 'AccessPolicyRequest' }),
  responses: { 200: { description: 'The updated access policy.', body: AccessPolicy } },
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { read: 'tenant', write: 'token' } },
});
