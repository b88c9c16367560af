// By what a person is found in the data of a tenant: ids, the user, names, addresses and numbers.
import { personSubjectKey, type SubjectItem, subjectKey } from '../../auth/accounts/records.ts';
import type { TenantStore } from '../../data/store.ts';
import type { OfficeContent } from '../people/office.ts';
import { displayName, listEmails, listPhones, type PersonContent } from '../people/person.ts';
import type { PersonItem } from '../people/person-store.ts';
import type { ExternalId } from '../record/fields.ts';
import { peopleMerges } from '../record-merge/merge-kind.ts';
import { loadMergedRecords, mergesInto } from '../record-merge/merge-record.ts';

/** A person with those who were merged into them. */
export interface PersonIdentity {
  /** The person's own id, and those of the people who were merged into this one. */
  readonly ids: readonly [string, ...string[]];
  /** The user who the person signs in as. */
  readonly subject?: { readonly id: string; readonly name: string } | undefined;
  /** Full names, in the forms in which records have them. */
  readonly names: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly externalIds: readonly ExternalId[];
  readonly offices: readonly OfficeContent[];
  /** The files of photos. */
  readonly photoIds?: readonly string[];
}

/** The access of the person's user in this tenant, if there is one. Two reads. */
export async function findUserOfPerson(
  tenant: TenantStore,
  personId: string,
): Promise<SubjectItem | undefined> {
  const user = await tenant.get(personSubjectKey(tenant, personId), { consistent: true });
  return user && tenant.get(subjectKey(tenant, user.subject), { consistent: true });
}

/** Everybody who was merged into a person, also into somebody who was merged further. */
async function listMergedIds(tenant: TenantStore, id: string): Promise<string[]> {
  const merges = await mergesInto(tenant, peopleMerges, id);
  const ids = merges.flatMap((merge) => (merge.status === 'undone' ? [] : [merge.id]));
  const further = await Promise.all(ids.map((each) => listMergedIds(tenant, each)));
  return [...ids, ...further.flat()];
}

/** The full names of a person, as records and lists spell them. */
const listNames = (person: PersonContent): string[] => {
  const { firstName, middleName, lastName, suffix, otherNames = [] } = person;
  const forms = [displayName(person), ...otherNames];
  if (firstName === undefined || lastName === undefined) return forms;
  const given = [firstName, middleName].filter(Boolean).join(' ');
  const spelled = [firstName, given].flatMap((first) => [
    `${first} ${lastName}`,
    `${lastName} ${first}`,
    `${lastName}, ${first}`,
    ...(suffix === undefined ? [] : [`${lastName}, ${first}, ${suffix}`, `${lastName}, ${first} ${suffix}`]),
  ]);
  return [...forms, ...spelled];
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];

/** Equal values once: the copies of a merge have the same. */
const distinctValues = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** By what the person is found. A few reads, and two for each merge. */
export async function loadIdentity(tenant: TenantStore, person: PersonItem): Promise<PersonIdentity> {
  const [merged, user] = await Promise.all([
    listMergedIds(tenant, person.id),
    findUserOfPerson(tenant, person.id),
  ]);
  const copies = await loadMergedRecords(tenant, peopleMerges, merged);
  const records: readonly PersonContent[] = [
    person,
    ...copies.flatMap((copy) => (copy ? [copy.removed, copy.before, copy.after] : [])),
  ];
  return {
    ids: [person.id, ...merged],
    ...(user && { subject: { id: user.id, name: user.name } }),
    names: distinct(records.flatMap(listNames)),
    emails: distinct([
      ...records.flatMap((record) => listEmails(record).map(({ value }) => value.toLowerCase())),
      ...(user?.name.includes('@') ? [user.name.toLowerCase()] : []),
    ]),
    phones: distinct(records.flatMap((record) => listPhones(record).map(({ value }) => value))),
    externalIds: distinctValues(records.flatMap(({ externalIds = [] }) => externalIds)),
    offices: distinctValues(records.flatMap(({ offices = [] }) => offices)),
    photoIds: distinct(records.flatMap(({ photo }) => photo?.id ?? [])),
  };
}
