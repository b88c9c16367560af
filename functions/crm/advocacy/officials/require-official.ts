// The official whom a path names.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { requirePerson } from '../../people/write-person.ts';

/**
 * The official with this id: a person who holds or held an office of the imported data.
 * @throws Failure 404
 */
export async function requireOfficial(tenant: TenantStore, id: string): Promise<PersonItem> {
  const person = await requirePerson(tenant, id);
  if (person.offices?.length) return person;
  throw new Failure(
    'RESOURCE_NOT_FOUND',
    `There is no official with the id ${id}: ${displayName(person)} holds and held no public office. Choose an official: somebody with an office of the imported data.`,
    { target: 'officialId' },
  );
}
