// POST /api/v1/People/NewPeoplePagingList
import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import {
  countedPeople,
  type PersonItem,
  peopleInList,
} from '../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../shared/lists/list-body.ts';
import { loadCountedPage, type TotaledPage, takePage } from '../../../shared/lists/page.ts';
import { resolveFilter, selectEntries } from '../../../shared/people-filter/people-filter.ts';
import { listPeopleFiltered } from './contract.ts';
import { listPeopleSearches } from './find-terms.ts';
import { loadCandidates } from './load-candidates.ts';
import { presentListedPeople } from './presentation/present-listed-people.ts';
import { searchEntriesByAll } from './search-entries.ts';

export const handler = lambda(listPeopleFiltered, async (context) => {
  const { body, tenant } = context;
  const { filterRules, allPeoplePermission, onlyFavorite } = body.filterBody;
  const { sortBy, ...page } = toPageRequest(body);
  const filter = await resolveFilter(context, {
    filterRules,
    onlyFavorite,
    isActive: allPeoplePermission?.viewDeactivatedPeople === false ? true : undefined,
    sortBy,
  });
  const isFiltered =
    filterRules.some(({ selectedValues }) => selectedValues.length > 0) ||
    filter.isActive ||
    filter.favorites;
  const searches = listPeopleSearches(body.filterBody, seesEmails(context));

  const read = async (): Promise<TotaledPage<PersonItem>> => {
    if (!isFiltered && searches.length === 0 && sortBy === 'name')
      return loadCountedPage(countedPeople(tenant), page);
    const entries = await (searches.length > 0
      ? searchEntriesByAll(tenant, searches)
      : loadCandidates(tenant, filter, sortBy));
    const selected = selectEntries(entries, filter, { sortBy, sortDirection: page.sortDirection });
    const ids = takePage(selected, page).map(({ id }) => id);
    const people = ids.length === 0 ? [] : await peopleInList(tenant, ids);
    return { items: people.filter((person) => person !== undefined), total: selected.length };
  };

  const { items, total } = await read();
  return ok(presentPage(await presentListedPeople(context, items, filter), total));
});
