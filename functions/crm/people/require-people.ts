// The people whom a request names.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/person-store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';

/**
 * The people with these ids.
 * @throws Failure 400 that names every unknown id
 */
export async function requirePeople(
  tenant: TenantStore,
  ids: readonly string[],
  target: string,
): Promise<PersonItem[]> {
  const found = ids.length === 0 ? [] : await peopleById(tenant, ids);
  throwIfInvalid(
    found.flatMap((person, index) =>
      person ? [] : [unknownId('person', ids[index] ?? '', `${target}[${index}]`)],
    ),
  );
  return found.filter((person) => person !== undefined);
}
