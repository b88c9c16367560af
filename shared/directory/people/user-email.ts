// The email address of a user of the tenant.
import type { PersonItem } from './person-store.ts';

/** The address of the person in the directory, or else the user name when it is an address. */
export const userEmail = (name: string, person: Pick<PersonItem, 'email'> | undefined): string | undefined =>
  person?.email ?? (name.includes('@') ? name : undefined);
