// Whether a person is a member: decided by their organization, never by a stored flag
// (docs/interface/crm.md#members).

import type { TenantStore } from '../../shared/data/store.ts';
import {
  type OrganizationItem,
  organizationKey,
} from '../../shared/directory/organizations/organization-store.ts';
import { isActivePerson } from '../../shared/directory/people/person.ts';
import type { PersonItem } from '../../shared/directory/people/person-store.ts';

export type RegistrantKind = 'member' | 'nonMember';

/**
 * A member is an active person who belongs to an active organization of the directory.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export function registrantKind(
  person: PersonItem,
  organization: OrganizationItem | undefined,
  today: string,
): RegistrantKind {
  const isMember =
    isActivePerson(person, today) && organization !== undefined && organization.isActive !== false;
  return isMember ? 'member' : 'nonMember';
}

/** The record of a person's organization, if there is one. */
export const findPersonOrganization = async (
  tenant: TenantStore,
  person: PersonItem,
): Promise<OrganizationItem | undefined> =>
  person.organizationId === undefined
    ? undefined
    : tenant.get(organizationKey(tenant, person.organizationId));
