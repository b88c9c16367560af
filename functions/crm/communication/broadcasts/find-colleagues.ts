// Colleagues who get a mail to try it: never people who only might want it.
import { resolvePermissions } from '../../../../shared/auth/access/access.ts';
import { loadAccounts } from '../../../../shared/auth/access/person-accounts.ts';
import type { SubjectItem, TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listEmails } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';

/** The address of a person whose user may read broadcasts; undefined for anyone else. */
function findAddress(
  person: PersonItem | undefined,
  user: SubjectItem | undefined,
  settings: TenantItem,
): string | undefined {
  if (!person || !user || user.disabled) return undefined;
  return resolvePermissions(user, settings).has('crm.communication.read')
    ? listEmails(person)[0]?.value
    : undefined;
}

/**
 * The addresses of these people. Three round trips.
 * @throws Failure VALIDATION_ERROR for who is no user who may read broadcasts, or has no address
 */
export async function findColleagues(
  tenant: TenantStore,
  settings: TenantItem,
  personIds: readonly string[],
): Promise<string[]> {
  if (personIds.length === 0) return [];
  const [people, accounts] = await Promise.all([
    peopleById(tenant, personIds),
    loadAccounts(tenant, settings, personIds),
  ]);
  const addresses = personIds.map((id, index) => findAddress(people[index], accounts.get(id), settings));
  throwIfInvalid(
    addresses.flatMap((address, index): ErrorDetail[] =>
      address === undefined
        ? [
            {
              code: 'NOT_ALLOWED',
              message: `The person ${personIds[index]} is no user with an address who may read broadcasts: test mails go to colleagues only.`,
              target: `colleagueIds[${index}]`,
            },
          ]
        : [],
    ),
  );
  return addresses.filter((address) => address !== undefined);
}
