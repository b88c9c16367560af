// The users of a tenant, administered by the tenant itself (docs/interface/identity.md#a-tenants-users).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { Timestamp, UserId } from '../administration/administration.ts';
import { listQuery, pageSchema } from '../lists/list.ts';
import { roles } from '../users/contract.ts';

const TenantUser = z
  .strictObject({
    id: z.string(),
    userName: z.string(),
    status: z
      .enum(['active', 'invited', 'disabled'])
      .meta({ description: 'disabled: by the tenant, or by the platform everywhere.' }),
    roles: z.array(z.string()),
    personId: z.string().optional(),
    lastSignIn: Timestamp.optional().meta({ description: 'When the user last got a token here.' }),
    version: z.int(),
    createdDate: Timestamp,
    modifiedDate: Timestamp,
  })
  .meta({ id: 'TenantUser' });

const shared = { area: 'identity', tags: ['Users of a tenant'] } as const;
const read = {
  ...shared,
  method: 'GET',
  access: { permission: 'identity.users.read', token: 'required' },
} as const;
const change = {
  ...shared,
  access: { permission: 'identity.users.write', token: 'required', platform: true },
  params: z.object({ id: UserId }),
  budget: { roundTrips: 7, readUnits: 12, writeUnits: 18 },
} as const;
const userResponse = { description: 'The user.', body: TenantUser };
const example = { user: '{{tenantAdminId}}', params: { id: '{{tenantUserId}}' } };

export const listTenantUsers = endpoint({
  ...read,
  path: '/api/v1/TenantUsers',
  summary: 'List the users of the tenant by name',
  query: z.object(listQuery),
  responses: { 200: { description: 'A page of users.', body: pageSchema(TenantUser) } },
  budget: { roundTrips: 2, readUnits: 9 },
  example: { query: { pageSize: 10 } },
});

export const getTenantUser = endpoint({
  ...read,
  path: '/api/v1/TenantUsers/{id}',
  summary: 'Get a user of the tenant',
  params: z.object({ id: UserId }),
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const assignTenantUserRoles = endpoint({
  ...change,
  method: 'PUT',
  path: '/api/v1/TenantUsers/{id}/Roles',
  summary: 'Replace the roles of a user in the tenant',
  description: 'Nobody gives more than they hold, and no tenant gives the role of the platform.',
  body: z.object({ roles }).meta({ id: 'RolesRequest' }),
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  example: { ...example, body: { roles: ['staff'] } },
});

export const disableTenantUser = endpoint({
  ...change,
  method: 'POST',
  path: '/api/v1/TenantUsers/{id}/Disable',
  summary: 'Disable a user in the tenant; their tokens there are revoked',
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  example,
});

export const enableTenantUser = endpoint({
  ...change,
  method: 'POST',
  path: '/api/v1/TenantUsers/{id}/Enable',
  summary: 'Enable a user whom the tenant has disabled',
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  example,
});

export const revokeTenantUserTokens = endpoint({
  ...change,
  method: 'POST',
  path: '/api/v1/TenantUsers/{id}/RevokeTokens',
  summary: 'Revoke all tokens of a user in the tenant',
  responses: { 200: userResponse },
  refuses: ['RESOURCE_NOT_FOUND'],
  example,
});

export const removeTenantUserSecondFactor = endpoint({
  ...change,
  method: 'DELETE',
  ifMatch: 'ignored',
  path: '/api/v1/TenantUsers/{id}/SecondFactor',
  summary: 'Remove the second factor of a user who lost it; all of their tokens are revoked',
  description:
    'Of users who may enter this tenant alone; for others an administrator of the platform does it.',
  responses: { 204: { description: 'The password alone is enough again.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 7, readUnits: 12, writeUnits: 24 },
  example: { ...example, params: { id: '{{factorUserId}}' } },
});

export const removeTenantUser = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/v1/TenantUsers/{id}',
  summary: 'Remove a user from the tenant; their tokens there are revoked',
  description: 'The account stays, for other tenants and for another invitation.',
  responses: { 204: { description: 'The user is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  example,
});
