// The rules of a tenant's own role sets: what none may hold, whoever says so.
import type { ErrorDetail } from '../errors/failure.ts';
import { isPermission, platformRole } from './permissions.ts';

/**
 * What is wrong with a role set: it holds permissions of the tenant only, and the platform's role belongs to the platform.
 *
 * @param at the field that names the role, and the one that holds its permissions
 */
export const validateRoleSet = (
  role: string,
  names: readonly string[],
  at: { readonly role: string; readonly names: string },
): ErrorDetail[] => [
  ...(role === platformRole
    ? [
        {
          code: 'NOT_ALLOWED' as const,
          message: `The role ${platformRole} belongs to the platform and cannot be redefined.`,
          target: at.role,
        },
      ]
    : []),
  ...names.flatMap((name, index): ErrorDetail[] => {
    const target = `${at.names}[${index}]`;
    if (name === 'platform.admin')
      return [{ code: 'NOT_ALLOWED', message: 'platform.admin cannot be given by a tenant.', target }];
    if (!isPermission(name))
      return [{ code: 'UNKNOWN_VALUE', message: `There is no permission ${name}.`, target }];
    return [];
  }),
];
