// Finds people by an e-mail address.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listEmails } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { findByWord } from '../../../../shared/search/search-index.ts';

/** The people who have this address, in any case. The index shortens long addresses, so it gives candidates only. */
export async function peopleWithEmail(tenant: TenantStore, email: string): Promise<PersonItem[]> {
  const sought = email.toLowerCase();
  const ids = await findByWord(tenant, 'people-emails', sought);
  const candidates = ids.length === 0 ? [] : await peopleById(tenant, ids);
  return candidates.filter(
    (person) =>
      person !== undefined && listEmails(person).some(({ value }) => value.toLowerCase() === sought),
  ) as PersonItem[];
}
