// Reads and presents an organization.
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type OrganizationItem,
  organizationById,
} from '../../../shared/directory/organizations/organization-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';

/**
 * The organization with this id.
 * @throws Failure 404
 */
export async function requireOrganization(tenant: TenantStore, id: string): Promise<OrganizationItem> {
  const organization = await organizationById(tenant, id);
  if (!organization) throw notFound('organization', id);
  return organization;
}

/** Presents an organization. */
export const presentOrganization = ({
  id,
  name,
  organizationType,
  parentId,
  isActive,
}: OrganizationItem) => ({
  id,
  name,
  type: organizationType,
  parentId,
  isActive: isActive !== false,
});
