// POST /api/v1/people/SearchPeopleList/{searchText}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { searchPeople } from './contract.ts';
import { searchPeopleFor } from './search.ts';

export const handler = lambda(searchPeople, async (context) =>
  ok(await searchPeopleFor(context, { ...context.query, searchText: context.params.searchText })),
);
