// The roles and permissions of a subject in a tenant, in the form of existing callers
// (docs/interface/identity.md#assigned-permissions).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalOrBlank, optionalText } from '../../../shared/http/lenient.ts';
import { TenantCodeText } from '../administration/administration.ts';

export const getAssignedRolesPermission = endpoint({
  area: 'identity',
  method: 'GET',
  path: '/api/v1/Subject/GetAssignedRolesPermission',
  summary: 'Get the roles and permissions of a user or client in the tenant',
  description:
    'Those of the caller when userId is absent or its own; those of others require identity.permissions.read. ' +
    'userId may also be the id of the person that the user is.',
  tags: ['Subject'],
  access: { permission: 'own', token: 'required' },
  also: ['identity.permissions.read'],
  query: z.object({
    tenantCode: optionalOrBlank(TenantCodeText),
    userId: optionalText(100).meta({
      description: 'The id of a user, client or person; the caller by default.',
    }),
  }),
  responses: {
    200: {
      description: 'The current roles and permissions of the subject.',
      body: z
        .strictObject({
          userId: z.string(),
          tenantCode: z.string(),
          roles: z.array(z.strictObject({ name: z.string() })),
          permissions: z.array(z.strictObject({ name: z.string() })),
        })
        .meta({ id: 'AssignedRolesPermission' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6 },
  example: { query: { tenantCode: '{{tenantCode}}' } },
});
