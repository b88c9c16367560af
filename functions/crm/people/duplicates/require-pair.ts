// Reads the two people whom the address of a request names.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';

/**
 * The two people, in one round trip.
 * @throws Failure 404
 */
export async function requirePair(
  tenant: TenantStore,
  { id, otherId }: { readonly id: string; readonly otherId: string },
): Promise<readonly [PersonItem, PersonItem]> {
  const [person, other] = await peopleById(tenant, [id.toLowerCase(), otherId.toLowerCase()]);
  if (!person) throw notFound('person', id);
  if (!other) throw notFound('person', otherId, 'otherId');
  return [person, other];
}
