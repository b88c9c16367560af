// The mail address of somebody who uses the platform, for what goes to whoever asked for it.
import type { Caller } from '../../../../shared/auth/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { personKey } from '../../../../shared/directory/person-store.ts';
import { userEmail } from '../../user-email.ts';

/** A user as subscriptions remember who made them. */
export interface SubscriptionCreator {
  /** The name to sign in with: an address, as a rule. */
  readonly name: string;
  readonly personId?: string | undefined;
}

/** The address of the person that a user is; without one the user's name, when it is an address. One read at most. */
export async function findUserEmail(
  tenant: TenantStore,
  { name, personId }: SubscriptionCreator,
): Promise<string | undefined> {
  const person = personId === undefined ? undefined : await tenant.get(personKey(tenant, personId));
  return userEmail(name, person);
}

/** The caller's own address, when it is known. */
export const findCallerEmail = async (tenant: TenantStore, caller: Caller): Promise<string | undefined> =>
  caller.kind === 'user' ? findUserEmail(tenant, caller) : undefined;
