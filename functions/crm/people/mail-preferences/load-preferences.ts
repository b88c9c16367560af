// What counts when a broadcast is sent to a person: what the person decided, and how the main address stands.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listEmails } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import {
  type AddressItem,
  type ConsentItem,
  loadAddress,
  loadConsent,
} from '../../../../shared/mail-consent/store.ts';

/** Two reads at once, one for a person without an address. */
export function loadPreferences(
  tenant: TenantStore,
  person: PersonItem,
): Promise<[ConsentItem, AddressItem | undefined]> {
  const email = listEmails(person)[0]?.value;
  return Promise.all([
    loadConsent(tenant, person.id),
    email === undefined ? undefined : loadAddress(tenant, email),
  ]);
}
