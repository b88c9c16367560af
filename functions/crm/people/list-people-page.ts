// POST /api/v1/people/PeoplePagingList
import { countedPeople } from '../../../shared/directory/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../list.ts';
import { listPeoplePage } from './contract.ts';
import { presentPersonTo } from './present.ts';
import { searchPeopleFor, toPresentContext } from './search.ts';

export const handler = lambda(listPeoplePage, async (context) => {
  const { filter, ...page } = context.body;
  if (filter.searchText !== undefined)
    return ok(await searchPeopleFor(context, { ...page, searchText: filter.searchText }));
  const present = toPresentContext(context);
  return ok(
    await presentPage(countedPeople(context.tenant), page, (person) =>
      presentPersonTo(context, person, present),
    ),
  );
});
