// POST /api/v1/people/PeoplePagingList
import { countedPeople } from '../../../shared/directory/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../list.ts';
import { listPeoplePage } from './contract.ts';
import { presentPeople } from './present.ts';
import { searchPeopleFor } from './search.ts';

export const handler = lambda(listPeoplePage, async (context) => {
  const { filter, ...page } = context.body;
  if (filter.searchText !== undefined)
    return ok(await searchPeopleFor(context, { ...page, searchText: filter.searchText }));
  return ok(
    await presentPage(countedPeople(context.tenant), page, (people) => presentPeople(context, people)),
  );
});
