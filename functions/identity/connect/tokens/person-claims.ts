// Who a person is, as far as the scopes of a token say so (OpenID Connect Core 5.4).
import type { SubjectItem } from '../../../../shared/auth/accounts/records.ts';
import { hasConfirmedAddress, type UserItem } from '../../../../shared/auth/accounts/users.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { userEmail } from '../../../../shared/directory/people/user-email.ts';

/** The claims of userinfo: all of them scalar, as existing callers print them. */
export interface PersonClaims {
  readonly sub: string;
  readonly tenant: string;
  readonly name?: string | undefined;
  readonly given_name?: string | undefined;
  readonly family_name?: string | undefined;
  readonly preferred_username?: string | undefined;
  /** The record of the directory that the user is. */
  readonly person_id?: string | undefined;
  readonly email?: string | undefined;
  readonly email_verified?: boolean | undefined;
}

const joinNames = (...names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== '').join(' ');

type Account = Pick<UserItem, 'trustedEmail'>;

/**
 * Whether the person has confirmed an address (OpenID Connect Core 5.1). The directory of the tenant may have another one of
 * them than the account, which nobody has confirmed.
 */
const isConfirmed = (email: string, account: Account): boolean =>
  hasConfirmedAddress(account) && account.trustedEmail?.address.toLowerCase() === email.toLowerCase();

/** The claims about a user; `person` is the record of the directory that the user is, when known. */
export function buildPersonClaims(
  tenantCode: string,
  subject: Pick<SubjectItem, 'id' | 'name' | 'personId'>,
  account: Account,
  person: PersonItem | undefined,
  isGranted: (scope: string) => boolean,
): PersonClaims {
  const name = joinNames(person?.firstName, person?.middleName, person?.lastName);
  const email = isGranted('email') ? userEmail(subject.name, person) : undefined;
  return {
    sub: subject.id,
    tenant: tenantCode,
    ...(isGranted('profile') && {
      ...(name !== '' && { name }),
      ...(person?.firstName !== undefined && { given_name: person.firstName }),
      ...(person?.lastName !== undefined && { family_name: person.lastName }),
      preferred_username: subject.name,
      ...(subject.personId !== undefined && { person_id: subject.personId }),
    }),
    ...(email !== undefined && { email, email_verified: isConfirmed(email, account) }),
  };
}
