// The people whom a request names.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { describeUnknownPeople } from './unknown-person.ts';

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
  const unknown = found.flatMap((person, index) =>
    person ? [] : [{ id: ids[index] ?? '', target: `${target}[${index}]` }],
  );
  throwIfInvalid(await describeUnknownPeople(tenant, unknown));
  return found.filter((person) => person !== undefined);
}
