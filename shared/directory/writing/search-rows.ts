// By which words the records of the directory are found.
import type { TenantStore } from '../../data/store.ts';
import { foldId, listNameVariants } from '../../search/name-words.ts';
import { toNumberWord } from '../../search/numbers.ts';
import { buildSearchEntries, collectWords, type SearchEntry } from '../../search/search-index.ts';
import type { CommitteeContent } from '../committees/committee.ts';
import { committeeSort } from '../committees/committee-store.ts';
import type { OrganizationContent } from '../organizations/organization.ts';
import { organizationSort } from '../organizations/organization-store.ts';
import { listEmails, listPhones, type PersonContent } from '../people/person.ts';
import { personSort } from '../people/person-store.ts';

type WithId<C> = C & { readonly id: string };

/** Longer ids are those of programs, such as a UUID behind the name of its list. */
export const LONGEST_ID = 20;

const isOfDigits = (text: string): boolean => /^\d+$/.test(text);

/** The ids in other systems that people read and type. */
const listShortIds = ({ externalIds = [] }: PersonContent): string[] =>
  externalIds.map(({ identifier }) => identifier.trim()).filter(({ length }) => length <= LONGEST_ID);

/** Each address, and each domain as `@example.org`. */
const listMailWords = (person: PersonContent): string[] => {
  const emails = listEmails(person).map(({ value }) => value.toLowerCase());
  return [...emails, ...emails.map((email) => email.slice(email.lastIndexOf('@')))];
};

/**
 * A person is found by all names, the organization and ids in other systems; and, in indexes of their own, by each e-mail
 * address and its domain, and by each number from its last digits.
 */
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
  const ids = listShortIds(person);
  const typedIds = ids.filter((each) => !isOfDigits(each)).map(foldId);
  const numbers = [...listPhones(person).map(({ value }) => value), ...ids.filter(isOfDigits)];
  return [
    ...buildSearchEntries(tenant, 'people', {
      ...{ id, sort },
      words: [...words, ...listNameVariants(person), ...typedIds],
    }),
    ...buildSearchEntries(tenant, 'people-emails', { id, sort, words: listMailWords(person) }),
    ...buildSearchEntries(tenant, 'people-numbers', { id, sort, words: numbers.flatMap(toNumberWord) }),
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
