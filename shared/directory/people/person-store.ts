// Stored people: keys, order and access patterns.

import type { Change } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { type CountedList, countedList } from '../../lists/counted-list.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { StoredRecord } from '../record/stored.ts';
import { displayName, type PersonContent } from './person.ts';
import { surnameParts } from './surname-parts.ts';

/** A stored person. */
export type PersonItem = PersonContent & StoredRecord<'person'>;

export const personKey = (tenant: TenantStore, id: string): Key<PersonItem> =>
  tenant.key(`PERSON#${id}`, 'PERSON');

/** All people of the tenant, ordered by last and first name. */
export const peopleByName = (tenant: TenantStore): Partition<PersonItem> => tenant.listing('PEOPLE');

/** The same list with its count, for pages by number and an exact total. */
export const countedPeople = (tenant: TenantStore): CountedList<PersonItem> =>
  countedList<PersonItem>(tenant, 'PEOPLE');

/** Divides the counters of a new tenant's people by common surnames (docs/performance.md#people-at-once). */
export const divideCountedPeople = (tenant: TenantStore): Change[] =>
  countedPeople(tenant).divide(surnameParts);

/** The sort text of a person in the order by name; the id at the end makes it unique. */
export function personSort(person: PersonContent & { readonly id: string }): string {
  const last = foldForSort(person.lastName ?? (person.firstName === undefined ? displayName(person) : ''));
  return `${last}#${foldForSort(person.firstName ?? '')}#${person.id}`;
}

/** The person with this id. One read. */
export const personById = (tenant: TenantStore, id: string): Promise<PersonItem | undefined> =>
  tenant.get(personKey(tenant, id));

/** The people with these ids, in their order; one round trip per hundred. */
export const peopleById = (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(PersonItem | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => personKey(tenant, id)),
    { consistent: true },
  );

/**
 * The people with these ids as lists show them: at half a read unit each, as a list finds them by entries that are also read
 * without waiting for the latest write.
 */
export const peopleInList = (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(PersonItem | undefined)[]> => tenant.getMany(ids.map((id) => personKey(tenant, id)));
