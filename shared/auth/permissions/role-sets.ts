// The rules of a tenant's own role sets.
import type { ErrorDetail } from '../../errors/failure.ts';
import {
  isPermission,
  platformRole,
  tenantAdministratorPermissions,
  tenantAdministratorRole,
} from './permissions.ts';

/** Why a role set can't be that of the tenant's administrators: it leaves out what they administer with. */
export function describeAdministratorGap(role: string, names: readonly string[]): string | undefined {
  if (role !== tenantAdministratorRole) return undefined;
  const missing = tenantAdministratorPermissions.filter((name) => !names.includes(name));
  if (missing.length === 0) return undefined;
  return `The role ${role} administers the tenant and must keep ${tenantAdministratorPermissions.join(', ')}; add ${missing.join(', ')}.`;
}

/**
 * Details for an invalid role set: it may have permissions of the tenant only, and can't redefine the platform's role.
 *
 * @param at the field that names the role, and the field of its permissions
 */
export const validateRoleSet = (
  role: string,
  names: readonly string[],
  targets: { readonly role: string; readonly names: string },
): ErrorDetail[] => [
  ...(role === platformRole
    ? [
        {
          code: 'NOT_ALLOWED' as const,
          message: `The role ${platformRole} belongs to the platform and cannot be redefined.`,
          target: targets.role,
        },
      ]
    : []),
  ...names.flatMap((name, index): ErrorDetail[] => {
    const target = `${targets.names}[${index}]`;
    if (name === 'platform.admin')
      return [{ code: 'NOT_ALLOWED', message: 'A tenant cannot grant platform.admin.', target }];
    if (!isPermission(name))
      return [{ code: 'UNKNOWN_VALUE', message: `There is no permission ${name}.`, target }];
    return [];
  }),
];
