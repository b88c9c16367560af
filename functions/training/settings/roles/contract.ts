// Roles and their permissions: the platform's role sets, and the tenant's own, which add to or replace them.
import * as z from 'zod';
import { roleName, rolePermissions } from '../../../../shared/auth/access/tenant-fields.ts';
import { tenantPermissionNames } from '../../../../shared/auth/permissions/permissions.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../../listing/listing.ts';

const Permission = z
  .strictObject({
    name: z.string().meta({ example: 'training.settings.write' }),
    description: z.string().meta({ description: 'What the permission allows.' }),
  })
  .meta({ id: 'Permission' });

const Role = z
  .strictObject({
    name: z.string(),
    isOwn: z.boolean().meta({
      description:
        "Whether the role set is the tenant's own; it replaces a role set of the platform with the same name.",
    }),
    permissions: z.array(z.enum(tenantPermissionNames)),
  })
  .meta({ id: 'Role' });

const RoleRequest = z
  .object({ permissions: rolePermissions.meta({ description: 'Replaces the permissions of the role.' }) })
  .meta({ id: 'RoleRequest' });

const query = z.object(listQuery(['name']));
const byName = z.object({ name: roleName.meta({ description: 'The exact name of the role.' }) });
const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'required', showsSettings: true } as const;
/** Roles are never changed without a token. */
const writeAccess = { permission: 'training.settings.write', token: 'required' } as const;

export const listPermissions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Permissions',
  summary: 'List permissions',
  query,
  responses: {
    200: { description: 'A page of permissions.', body: z.array(Permission), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: { query: { pageSize: 50 } },
});

export const listRoles = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Roles',
  summary: 'List roles',
  query,
  responses: { 200: { description: 'A page of roles.', body: z.array(Role), headers: listHeaders } },
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const getRole = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Roles/{name}',
  summary: 'Get a role',
  params: byName,
  responses: { 200: { description: 'The role.', body: Role } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: { params: { name: 'staff' } },
});

export const putRole = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/Roles/{name}',
  summary: 'Create or replace a role of the tenant',
  description:
    'Takes effect with the next request of each holder of the role. You can only give permissions that you hold yourself, and you cannot take training.settings.write from yourself. The change is audited.',
  params: byName,
  body: RoleRequest,
  responses: { 200: { description: 'The updated role.', body: Role } },
  refuses: ['CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { params: { name: 'Settings editor' }, body: { permissions: ['training.settings.write'] } },
});

export const deleteRole = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Settings/Roles/{name}',
  summary: 'Delete a role of the tenant',
  description:
    'If the platform has a role with this name, its permissions apply again. A role that an approval chain uses cannot be deleted. The change is audited.',
  params: byName,
  responses: { 204: { description: 'The role is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 8 },
  example: { params: { name: '{{roleName}}' } },
});
