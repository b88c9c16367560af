// Who a person is, as far as the scopes of a token say so (OpenID Connect Core 5.4).
import type { SubjectItem } from '../../../../shared/auth/records.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { userEmail } from '../../../../shared/directory/user-email.ts';

/** The claims of userinfo: all of them scalar, as existing callers print them. */
export interface PersonClaims {
  readonly sub: string;
  readonly tenant: string;
  readonly name?: string | undefined;
  readonly given_name?: string | undefined;
  readonly family_name?: string | undefined;
  readonly preferred_username?: string | undefined;
  readonly email?: string | undefined;
}

const joinNames = (...names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== '').join(' ');

/** The claims about a user; `person` is the record of the directory that the user is, when known. */
export function buildPersonClaims(
  tenantCode: string,
  subject: Pick<SubjectItem, 'id' | 'name'>,
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
    }),
    ...(email !== undefined && { email }),
  };
}
