// POST /api/v1/groups/list/count
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { countAllGroups } from './contract.ts';
import { countFoundGroups, countGroups } from './listed-groups.ts';

export const handler = lambda(countAllGroups, async (context) => {
  const { searchText } = context.body;
  return ok(await (searchText === undefined ? countGroups(context) : countFoundGroups(context, searchText)));
});
