// The caller's own mail address, for a digest that goes to whoever asks for it.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { personKey } from '../../../shared/directory/person-store.ts';

/** The address of the person that the caller is, when both are known. One read. */
export async function ownEmail(tenant: TenantStore, caller: Caller): Promise<string | undefined> {
  if (caller.kind === 'anonymous' || caller.personId === undefined) return undefined;
  return (await tenant.get(personKey(tenant, caller.personId)))?.email;
}
