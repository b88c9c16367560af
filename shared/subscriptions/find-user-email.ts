// The mail address of a platform user, for mail to the person who subscribed.
import type { Caller } from '../auth/access/access.ts';
import type { TenantStore } from '../data/store.ts';
import { personKey } from '../directory/people/person-store.ts';
import { userEmail } from '../directory/people/user-email.ts';
import type { SubscriptionCreator } from './subscription.ts';

/** The address of the user's person; without one the user's name, if it is an address. At most one read. */
export async function findUserEmail(
  tenant: TenantStore,
  { name, personId }: SubscriptionCreator,
): Promise<string | undefined> {
  const person = personId === undefined ? undefined : await tenant.get(personKey(tenant, personId));
  return userEmail(name, person);
}

/** The caller's own address, if it is known. */
export const findCallerEmail = async (tenant: TenantStore, caller: Caller): Promise<string | undefined> =>
  caller.kind === 'user' ? findUserEmail(tenant, caller) : undefined;
