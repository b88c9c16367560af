// The groups of SCIM are a tenant's roles: those that every tenant has, and its own. What the directory calls a role is
// stored beside it, so that a group can be renamed without another role.
import { createHash } from 'node:crypto';
import type { SubjectItem, TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { defaultRoles } from '../../../../shared/auth/permissions/permissions.ts';
import { listHeldRoles } from '../../../../shared/auth/permissions/role-ids.ts';
import { versionTag } from '../../../../shared/http/middleware/entity-tag.ts';
import { groupUrn } from '../message.ts';
import { isProvisionedRole } from '../provisioning.ts';

/** The attributes that filters can name. */
export const groupAttributes = [
  ...['id', 'externalId', 'displayName', 'members', 'members.value', 'members.display'],
];

/** What the tenant's directory says of a role. */
export interface ProvisionedGroupItem {
  readonly type: 'provisioned-group';
  /** The role. */
  readonly id: string;
  /** The id that the role had: a role of the same name that is created later is another group. */
  readonly roleId?: number | undefined;
  readonly displayName: string;
  readonly externalId?: string | undefined;
  /** Whether the directory created the role, so that it can also delete it. */
  readonly isCreated: boolean;
  readonly version: number;
}

/** A role with what the directory says of it. */
export interface Group {
  readonly role: string;
  readonly displayName: string;
  readonly externalId?: string | undefined;
  readonly isCreated: boolean;
  /** The item as it is stored, also where it is that of an earlier role. */
  readonly stored: ProvisionedGroupItem | undefined;
}

type Roles = Pick<TenantItem, 'roles' | 'roleIds'>;

/** The roles of a tenant, by name. */
const listRoles = ({ roles }: Roles): readonly string[] =>
  [...new Set([...Object.keys(defaultRoles), ...Object.keys(roles)])].filter(isProvisionedRole).sort();

/** The groups of a tenant, by role. @param stored what its directory says of them */
export const listGroups = (settings: Roles, stored: readonly ProvisionedGroupItem[]): readonly Group[] =>
  listRoles(settings).map((role) => {
    const item = stored.find(({ id }) => id === role);
    const own = item?.roleId === settings.roleIds?.[role] ? item : undefined;
    return {
      role,
      displayName: own?.displayName ?? role,
      ...(own?.externalId !== undefined && { externalId: own.externalId }),
      isCreated: own?.isCreated ?? false,
      stored: item,
    };
  });

/** Names of groups are compared without regard to case, as filters do. */
export const isSameName = (first: string, other: string): boolean =>
  first.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();

/** The users of these who hold the role. */
export const filterHolders = (
  subjects: readonly SubjectItem[],
  role: string,
  settings: TenantItem,
): readonly SubjectItem[] => subjects.filter((subject) => listHeldRoles(subject, settings).includes(role));

/**
 * The version of a group with its members, who also change where an administrator gives or takes the role: 48 bits of a
 * hash, because versions are numbers.
 */
export const computeVersion = (group: Group, members: readonly SubjectItem[]): number => {
  const content = [
    ...[group.role, group.displayName, group.externalId ?? null, group.stored?.version ?? 0],
    members.map(({ id }) => id).sort(),
  ];
  return Number.parseInt(createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12), 16);
};

/** A role as a group; with its members and their version where they are known. */
export const presentGroup = (
  { role, displayName, externalId }: Omit<Group, 'stored'>,
  members: readonly SubjectItem[] | undefined,
  url: (path: string) => string,
  version?: number,
) => ({
  schemas: [groupUrn] as const,
  id: role,
  ...(externalId !== undefined && { externalId }),
  displayName,
  ...(members && {
    members: members.map(({ id, name, provisioned }) => ({
      value: id,
      display: provisioned?.userName ?? name,
      $ref: url(`/scim/v2/Users/${id}`),
      type: 'User' as const,
    })),
  }),
  meta: {
    resourceType: 'Group' as const,
    location: url(`/scim/v2/Groups/${encodeURIComponent(role)}`),
    ...(version !== undefined && { version: versionTag(version) }),
  },
});
