// The groups of SCIM are a tenant's roles: those that every tenant has, and its own.
import { defaultRoles } from '../../../../shared/auth/permissions.ts';
import type { SubjectItem, TenantItem } from '../../../../shared/auth/records.ts';
import { listHeldRoles } from '../../../../shared/auth/role-ids.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { groupUrn } from '../message.ts';
import { isProvisionedRole } from '../provisioning.ts';

/** The attributes that filters can name. */
export const groupAttributes = ['id', 'displayName', 'members', 'members.value', 'members.display'];

/** The roles of a tenant, by name. */
export const listRoles = ({ roles }: Pick<TenantItem, 'roles'>): readonly string[] =>
  [...new Set([...Object.keys(defaultRoles), ...Object.keys(roles)])].filter(isProvisionedRole).sort();

/** @throws Failure 404 */
export function requireRole(settings: Pick<TenantItem, 'roles'>, id: string): string {
  if (!listRoles(settings).includes(id)) throw notFound('group', id);
  return id;
}

/** The users of these who hold the role. */
export const filterHolders = (
  subjects: readonly SubjectItem[],
  role: string,
  settings: TenantItem,
): readonly SubjectItem[] => subjects.filter((subject) => listHeldRoles(subject, settings).includes(role));

/** A role as a group; with its members where they are known. */
export const presentGroup = (
  role: string,
  members: readonly SubjectItem[] | undefined,
  url: (path: string) => string,
) => ({
  schemas: [groupUrn] as const,
  id: role,
  displayName: role,
  ...(members && {
    members: members.map(({ id, name }) => ({
      value: id,
      display: name,
      $ref: url(`/scim/v2/Users/${id}`),
      type: 'User' as const,
    })),
  }),
  meta: {
    resourceType: 'Group' as const,
    location: url(`/scim/v2/Groups/${encodeURIComponent(role)}`),
  },
});
