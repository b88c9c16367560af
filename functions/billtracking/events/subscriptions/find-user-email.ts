// The mail address of a platform user, for mail to the person who subscribed.
import type { Caller } from '../../../../shared/auth/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { personKey } from '../../../../shared/directory/person-store.ts';
import { userEmail } from '../../user-email.ts';

/** The user who created a subscription, as it is stored with it. */
export interface SubscriptionCreator {
  /** The sign-in name, usually a mail address. */
  readonly name: string;
  readonly personId?: string | undefined;
}

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
