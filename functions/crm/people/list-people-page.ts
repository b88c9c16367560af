// POST /api/v1/people/PeoplePagingList
import { countedPeople, peopleById, peopleInList } from '../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadEntries, resolveFilter, selectEntries } from '../../../shared/people-filter/people-filter.ts';
import { presentPage, takeSelectedPage } from '../lists/list.ts';
import { presentCursorPage } from '../lists/search.ts';
import { listPeoplePage } from './contract.ts';
import { readFilteredPage } from './filtered-page.ts';
import { presentPeople } from './presentation/present.ts';
import { searchPeopleFor } from './search.ts';

export const handler = lambda(listPeoplePage, async (context) => {
  const {
    filter: { searchText, isActive, filterRules },
    ...page
  } = context.body;
  const { tenant } = context;
  const filter = await resolveFilter(context, { filterRules, isActive, target: 'filter.filterRules' });
  if (searchText !== undefined) return ok(await searchPeopleFor(context, { ...page, searchText, filter }));
  if (filterRules.some(({ selectedValues }) => selectedValues.length > 0))
    return ok(
      await presentCursorPage(page, async (request) => {
        const { items, next } = await readFilteredPage(tenant, filter, request);
        const people =
          items.length === 0
            ? []
            : await peopleInList(
                tenant,
                items.map(({ id }) => id),
              );
        return {
          data: await presentPeople(
            context,
            people.filter((person) => person !== undefined),
          ),
          next,
        };
      }),
    );
  if (isActive !== undefined) {
    const entries = await loadEntries(tenant);
    const { data, ...rest } = takeSelectedPage(
      selectEntries(entries, filter, { sortBy: 'name', sortDirection: 'asc' }),
      page,
    );
    const people = await peopleById(
      tenant,
      data.map(({ id }) => id),
    );
    return ok({
      ...rest,
      data: await presentPeople(
        context,
        people.filter((person) => person !== undefined),
      ),
    });
  }
  return ok(await presentPage(countedPeople(tenant), page, (people) => presentPeople(context, people)));
});
