// By which words the records of the directory are found.
import type { TenantStore } from '../data/store.ts';
import { buildSearchEntries, collectWords, type SearchEntry } from '../search/search-index.ts';
import type { CommitteeContent } from './committee.ts';
import { committeeSort } from './committee-store.ts';
import type { OrganizationContent } from './organization.ts';
import { organizationSort } from './organization-store.ts';
import { listEmails, type PersonContent } from './person.ts';
import { personSort } from './person-store.ts';

type WithId<C> = C & { readonly id: string };

/** A person is found by all names, the organization, and, in an index of its own, each e-mail address. */
export function buildPersonRows(tenant: TenantStore, person: WithId<PersonContent>): SearchEntry[] {
  const { id } = person;
  const sort = personSort(person);
  const words = collectWords([
    person.firstName,
    person.lastName,
    person.displayName,
    person.middleName,
    person.organizationName,
    ...(person.otherNames ?? []),
  ]);
  const emails = listEmails(person).map(({ value }) => value.toLowerCase());
  return [
    ...buildSearchEntries(tenant, 'people', { id, sort, words }),
    ...buildSearchEntries(tenant, 'people-emails', { id, sort, words: emails }),
  ];
}

/** An organization is found by its name and the towns of its addresses. */
export const buildOrganizationRows = (
  tenant: TenantStore,
  organization: WithId<OrganizationContent>,
): SearchEntry[] =>
  buildSearchEntries(tenant, 'organizations', {
    id: organization.id,
    sort: organizationSort(organization),
    words: collectWords([organization.name, ...(organization.addresses ?? []).map(({ city }) => city)]),
  });

/** A committee is found by all of its names. */
export const buildCommitteeRows = (tenant: TenantStore, committee: WithId<CommitteeContent>): SearchEntry[] =>
  buildSearchEntries(tenant, 'committees', {
    id: committee.id,
    sort: committeeSort(committee),
    words: collectWords([committee.name, ...(committee.otherNames ?? [])]),
  });
