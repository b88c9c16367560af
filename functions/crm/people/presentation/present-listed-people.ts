// Presents people as the lists of existing callers show them.
import { seesAccounts } from '../../../../shared/auth/access/account-visibility.ts';
import type { EmailViewer } from '../../../../shared/auth/access/email-visibility.ts';
import { loadAccounts } from '../../../../shared/auth/access/person-accounts.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { PeopleFilter } from '../../../../shared/people-filter/people-filter.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { loadTermNames } from './committee-terms.ts';
import { presentListedPerson } from './listed-person.ts';

/** The parts of a request's context by which people are presented. */
interface ListContext extends EmailViewer {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
  readonly receivedAt: Date;
}

/** The people of a page, with what their entries show of users, terms and custom fields. */
export async function presentListedPeople(
  context: ListContext,
  people: readonly PersonItem[],
  { today, accounts }: Pick<PeopleFilter, 'today' | 'accounts'>,
) {
  const { tenant, settings, caller, now, receivedAt } = context;
  const view = {
    ...{ today, now },
    accounts:
      accounts ??
      (seesAccounts(caller)
        ? await loadAccounts(
            tenant,
            settings,
            people.map(({ id }) => id),
          )
        : undefined),
    termNames: await loadTermNames(tenant, people),
    fields: await loadFields(tenant, 'people', people),
    presentPicture: createPicturePresenter(tenant, receivedAt),
  };
  return people.map((person) => ({ people: presentListedPerson(context, person, view) }));
}
