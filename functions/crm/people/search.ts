// Searches people for a caller, who may not see e-mail addresses.
import { seesEmails } from '../../../shared/auth/email-visibility.ts';
import { peopleInList } from '../../../shared/directory/person-store.ts';
import { presentSearch } from '../search.ts';
import { presentPeople, type ViewContext } from './present.ts';

/** The page of a search for people. An address is searched only for callers who see all of them. */
export function searchPeopleFor(
  context: ViewContext,
  request: {
    readonly searchText: string;
    readonly isActive?: boolean | undefined;
    readonly pageIndex?: number;
    readonly pageSize: number;
    readonly cursor?: string | undefined;
  },
) {
  const index = request.searchText.includes('@') && seesEmails(context) ? 'people-emails' : 'people';
  return presentSearch(context.tenant, { ...request, index }, peopleInList, (people) =>
    presentPeople(context, people),
  );
}
