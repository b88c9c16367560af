// Reads people and the organizations they belong to.
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type OrganizationItem,
  organizationKey,
} from '../../../shared/directory/organizations/organization-store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';

/**
 * The person with this id.
 * @throws Failure 404
 */
export async function requirePerson(
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<PersonItem> {
  const person = await tenant.get(personKey(tenant, id), options);
  if (!person) throw notFound('person', id);
  return person;
}

/** The organizations of some people, by id. One round trip; each organization is read once. */
export async function loadOrganizationsOfPeople(
  tenant: TenantStore,
  people: readonly PersonItem[],
): Promise<ReadonlyMap<string, OrganizationItem>> {
  const ids = [...new Set(people.flatMap(({ organizationId }) => organizationId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await tenant.getMany(ids.map((id) => organizationKey(tenant, id)));
  return new Map(
    found.flatMap((organization) => (organization ? [[organization.id, organization] as const] : [])),
  );
}
