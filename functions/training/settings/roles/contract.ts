// Roles: what those who hold one may do in the tenant. The platform's role sets, and the tenant's own beside or over them.
import * as z from 'zod';
import { tenantPermissionNames } from '../../../../shared/auth/permissions.ts';
import { roleName, rolePermissions } from '../../../../shared/auth/tenant-fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../../listing.ts';

const Permission = z
  .strictObject({
    name: z.string().meta({ example: 'training.settings.write' }),
    description: z.string().meta({ description: 'What its holder may do.' }),
  })
  .meta({ id: 'Permission' });

const Role = z
  .strictObject({
    name: z.string(),
    isOwn: z.boolean().meta({
      description: "Whether the set is the tenant's own; then it stands in the place of the platform's.",
    }),
    permissions: z.array(z.enum(tenantPermissionNames)),
  })
  .meta({ id: 'Role' });

const RoleRequest = z
  .object({ permissions: rolePermissions.meta({ description: 'Replaces what the role held.' }) })
  .meta({ id: 'RoleRequest' });

const query = z.object(listQuery(['name']));
const byName = z.object({ name: roleName.meta({ description: 'The name of the role, as it is spelled.' }) });
const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'tenant' } as const;
/** Who may do what is never decided by somebody unknown. */
const writeAccess = { permission: 'training.settings.write', token: 'required' } as const;

export const listPermissions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Permissions',
  summary: 'List the permissions that a role can hold',
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
  summary: 'List roles with their permissions',
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
  summary: 'Get one role',
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
  summary: "Make or replace one of the tenant's own role sets",
  description:
    'Takes effect with the next request of everybody who holds the role. Nobody gives a permission they do not hold themselves, and nobody takes training.settings.write from themselves: one way to change settings always stays. Who changed it is audited.',
  params: byName,
  body: RoleRequest,
  responses: { 200: { description: 'The role as it is now.', body: Role } },
  refuses: ['CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { params: { name: 'Settings editor' }, body: { permissions: ['training.settings.write'] } },
});

export const deleteRole = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Settings/Roles/{name}',
  summary: "Remove one of the tenant's own role sets",
  description:
    'Where the platform has a role of this name, its permissions hold again. A role that an approval chain names stays. Who removed it is audited.',
  params: byName,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 5 },
  example: { params: { name: '{{roleName}}' } },
});
