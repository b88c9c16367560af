// Searches people for a caller, who may not see e-mail addresses.

import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import { peopleInList } from '../../../shared/directory/people/person-store.ts';
import { type PeopleFilter, selectPeople } from '../../../shared/people-filter/people-filter.ts';
import { presentSearch } from '../lists/search.ts';
import { findPeopleSearch } from './find-terms.ts';
import { presentPeople, type ViewContext } from './presentation/present.ts';

/**
 * The page of a search for people, with fewer entries where a filter leaves some out. An address is searched only for
 * callers who see all of them.
 */
export function searchPeopleFor(
  context: ViewContext,
  {
    filter,
    searchText,
    ...request
  }: {
    readonly searchText: string;
    readonly filter?: PeopleFilter;
    readonly pageIndex?: number;
    readonly pageSize: number;
    readonly cursor?: string | undefined;
  },
) {
  return presentSearch(
    context.tenant,
    { ...request, ...findPeopleSearch(searchText, seesEmails(context)) },
    async (tenant, ids) => {
      const people = (await peopleInList(tenant, ids)).filter((person) => person !== undefined);
      return filter ? selectPeople(tenant, people, filter) : people;
    },
    (people) => presentPeople(context, people),
  );
}
