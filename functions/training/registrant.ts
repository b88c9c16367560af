// Whether somebody counts as a member: by the organization they belong to, never by a stored flag
// (docs/interface/crm.md#members).

import type { TenantStore } from '../../shared/data/store.ts';
import { type OrganizationItem, organizationKey } from '../../shared/directory/organization-store.ts';
import type { PersonItem } from '../../shared/directory/person-store.ts';
import type { RegistrantKind } from './registrations/record/registration.ts';

/** A member is an active person who belongs to an active organization of the directory; everybody else is not. */
export function registrantKind(
  person: PersonItem,
  organization: OrganizationItem | undefined,
): RegistrantKind {
  const isMember = person.isActive !== false && organization !== undefined && organization.isActive !== false;
  return isMember ? 'member' : 'nonMember';
}

/** The organization that a person belongs to, if it has a record. */
export const findPersonOrganization = async (
  tenant: TenantStore,
  person: PersonItem,
): Promise<OrganizationItem | undefined> =>
  person.organizationId === undefined
    ? undefined
    : tenant.get(organizationKey(tenant, person.organizationId));
