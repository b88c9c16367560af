// POST /api/v1/people/PeoplePagingList
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { countedPeople, peopleById } from '../../../shared/directory/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage, takeSelectedPage } from '../list.ts';
import { listPeoplePage } from './contract.ts';
import { loadEntries, selectByStatus } from './filter-people.ts';
import { presentPeople } from './present.ts';
import { searchPeopleFor } from './search.ts';

export const handler = lambda(listPeoplePage, async (context) => {
  const {
    filter: { searchText, isActive },
    ...page
  } = context.body;
  if (searchText !== undefined) return ok(await searchPeopleFor(context, { ...page, searchText, isActive }));
  if (isActive !== undefined) {
    const today = toLocalDate(context.settings.timeZone, context.now);
    const entries = await loadEntries(context.tenant);
    const { data, ...rest } = takeSelectedPage(selectByStatus(entries, isActive, today), page);
    const people = await peopleById(
      context.tenant,
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
  return ok(
    await presentPage(countedPeople(context.tenant), page, (people) => presentPeople(context, people)),
  );
});
