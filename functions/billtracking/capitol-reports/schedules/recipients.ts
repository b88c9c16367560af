// Who gets a scheduled report: people with an account that may read reports at the moment.
import { resolvePermissions } from '../../../../shared/auth/access/access.ts';
import { loadAccounts } from '../../../../shared/auth/access/person-accounts.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName, isActivePerson } from '../../../../shared/directory/people/person.ts';
import { userEmail } from '../../../../shared/directory/people/user-email.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { mapPeopleById } from '../../people-by-id.ts';

/** A person whom a scheduled report names. */
export interface Recipient {
  readonly personId: string;
  /** Undefined when there is no such person. */
  readonly name: string | undefined;
  readonly mayRead: boolean;
  readonly email: string | undefined;
}

/** The people with these ids. Three round trips. */
export async function loadRecipients(
  tenant: TenantStore,
  settings: TenantItem,
  personIds: readonly string[],
  now: Date,
): Promise<Recipient[]> {
  const [people, accounts] = await Promise.all([
    mapPeopleById(tenant, personIds),
    loadAccounts(tenant, settings, personIds),
  ]);
  const today = toLocalDate(settings.timeZone, now);
  return personIds.map((personId) => {
    const [person, account] = [people.get(personId), accounts.get(personId)];
    return {
      personId,
      name: person && displayName(person),
      mayRead:
        person !== undefined &&
        isActivePerson(person, today) &&
        account !== undefined &&
        !account.disabled &&
        resolvePermissions(account, settings).has('billtracking.reports.read'),
      email: person && account && userEmail(account.name, person),
    };
  });
}
