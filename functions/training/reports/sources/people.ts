// Reads the people and organizations of reports.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type OrganizationItem,
  organizationById,
  organizationsByName,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { invalid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';

/** A person's name with the last name first. */
export function listName(person: PersonItem): string {
  const { lastName, firstName, middleName, suffix } = person;
  if (lastName === undefined || firstName === undefined) return displayName(person);
  const givenNames = [firstName, middleName].filter(Boolean).join(' ');
  return [lastName, givenNames, suffix].filter(Boolean).join(', ');
}

/** The existing people among these ids; one round trip per hundred. */
export async function loadPeople(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonItem>> {
  const found = await tenant.getMany([...new Set(ids)].map((id) => personKey(tenant, id)));
  return new Map(found.flatMap((person) => (person ? [[person.id, person]] : [])));
}

/**
 * The record that a parameter refers to; undefined without the parameter.
 * @throws Failure 400 when the record does not exist
 */
export async function resolveReference<T>(
  what: string,
  target: string,
  id: string | null | undefined,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (id === null || id === undefined) return undefined;
  const found = await find(id);
  if (found === undefined) throw invalid([unknownId(what, id, `parameters.${target}`)]);
  return found;
}

/**
 * The records that a parameter refers to.
 * @throws Failure 400 with an error for each record that does not exist
 */
export async function resolveReferences<T extends { readonly id: string }>(
  what: string,
  target: string,
  ids: readonly string[] | null | undefined,
  find: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (!ids || ids.length === 0) return [];
  const found = await find(ids);
  const existing = new Set(found.map(({ id }) => id));
  const details = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [unknownId(what, id, `parameters.${target}[${index}]`)],
  );
  throwIfInvalid(details);
  return found;
}

/** The people that the parameter refers to. @throws Failure 400 */
export const resolvePeople = (
  tenant: TenantStore,
  ids: readonly string[] | null | undefined,
): Promise<readonly PersonItem[]> =>
  resolveReferences('person', 'personIds', ids, async (missing) => [
    ...(await loadPeople(tenant, missing)).values(),
  ]);

/** Up to three names in full, else their number. */
export const summarizeNames = (names: readonly string[], what: string): string | undefined =>
  names.length === 0 ? undefined : names.length <= 3 ? names.join('; ') : `${names.length} ${what}`;

/** The organization that the parameter refers to. @throws Failure 400 */
export const resolveOrganization = (
  tenant: TenantStore,
  id: string | null | undefined,
): Promise<OrganizationItem | undefined> =>
  resolveReference('organization', 'organizationId', id, (organizationId) =>
    organizationById(tenant, organizationId),
  );

/**
 * All organizations by id, about ten to a read unit. A tenant has some thousands at most.
 */
export async function loadOrganizations(tenant: TenantStore): Promise<ReadonlyMap<string, OrganizationItem>> {
  const all = await tenant.queryAll(organizationsByName(tenant));
  return new Map(all.map((organization) => [organization.id, organization]));
}

/** The ids of an organization and all below it. Circular parents are followed only once. */
export function organizationSubtree(
  organizations: ReadonlyMap<string, OrganizationItem>,
  id: string,
): ReadonlySet<string> {
  const children = Map.groupBy(organizations.values(), ({ parentId }) => parentId);
  const found = new Set<string>([id]);
  for (const parentId of found) for (const child of children.get(parentId) ?? []) found.add(child.id);
  return found;
}

/** The organizations that a report is limited to; undefined without a limit. */
export const loadOrganizationSubtree = async (
  tenant: TenantStore,
  organization: OrganizationItem | undefined,
): Promise<ReadonlySet<string> | undefined> =>
  organization && organizationSubtree(await loadOrganizations(tenant), organization.id);

/** Whether a person belongs to one of these organizations; always true without a limit. */
export const belongsTo = (
  organizations: ReadonlySet<string> | undefined,
  organizationId: string | undefined,
): boolean =>
  organizations === undefined || (organizationId !== undefined && organizations.has(organizationId));
