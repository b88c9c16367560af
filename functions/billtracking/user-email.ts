// The mail address by which a user of the tenant is reached.
import type { PersonItem } from '../../shared/directory/person-store.ts';

/** That of the person in the directory; without one the name to sign in with, when it is an address. */
export const userEmail = (name: string, person: Pick<PersonItem, 'email'> | undefined): string | undefined =>
  person?.email ?? (name.includes('@') ? name : undefined);
