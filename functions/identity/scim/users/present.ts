// A user in the words of SCIM (RFC 7643, 4.1): as the tenant's own directory describes them, and as no other tenant sees them.
import type { SubjectItem, TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { listHeldRoles } from '../../../../shared/auth/permissions/role-ids.ts';
import { versionTag } from '../../../../shared/http/middleware/entity-tag.ts';
import { userUrn } from '../message.ts';
import { isProvisionedRole } from '../provisioning.ts';

/** The attributes that filters can name. */
export const userAttributes = [
  ...['id', 'externalId', 'userName', 'displayName', 'active', 'name', 'emails', 'groups', 'meta'],
  ...['name.givenName', 'name.familyName', 'name.formatted', 'emails.value', 'emails.type', 'emails.primary'],
  ...['groups.value', 'groups.display', 'meta.created', 'meta.lastModified'],
];

/** The name of a user in the directory: that of the account where the directory has given none. */
export const getDirectoryName = ({ name, provisioned }: Pick<SubjectItem, 'name' | 'provisioned'>): string =>
  provisioned?.userName ?? name;

const formatName = ({ givenName, familyName }: NonNullable<SubjectItem['provisioned']>) =>
  givenName === undefined && familyName === undefined
    ? undefined
    : {
        formatted: [givenName, familyName].filter(Boolean).join(' '),
        ...(givenName !== undefined && { givenName }),
        ...(familyName !== undefined && { familyName }),
      };

export function presentProvisionedUser(
  subject: SubjectItem,
  settings: TenantItem,
  url: (path: string) => string,
) {
  const { externalId, displayName, email } = subject.provisioned ?? {};
  const name = formatName(subject.provisioned ?? {});
  const roles = listHeldRoles(subject, settings).filter(isProvisionedRole);
  return {
    schemas: [userUrn] as const,
    id: subject.id,
    ...(externalId !== undefined && { externalId }),
    userName: getDirectoryName(subject),
    ...(name && { name }),
    ...(displayName !== undefined && { displayName }),
    active: !subject.disabled,
    ...(email !== undefined && {
      emails: [{ value: email, type: 'work' as const, primary: true as const }],
    }),
    groups: roles.map((role) => ({
      value: role,
      display: role,
      $ref: url(`/scim/v2/Groups/${encodeURIComponent(role)}`),
      type: 'direct' as const,
    })),
    meta: {
      resourceType: 'User' as const,
      created: subject.createdDate,
      lastModified: subject.modifiedDate,
      location: url(`/scim/v2/Users/${subject.id}`),
      version: versionTag(subject.version),
    },
  };
}
