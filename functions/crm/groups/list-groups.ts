// POST /api/v1/groups/list
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../shared/lists/list-body.ts';
import { listGroups } from './contract.ts';
import { loadGroupPage, searchGroupPage } from './listed-groups.ts';
import { presentGroupViews } from './present.ts';

export const handler = lambda(listGroups, async (context) => {
  const { sortBy: _, ...page } = toPageRequest(context.body);
  const { searchText } = context.body.filterBody;
  const { items, total } = await (searchText === undefined
    ? loadGroupPage(context, page)
    : searchGroupPage(context, searchText, page));
  return ok(presentPage(await presentGroupViews(context, items), total));
});
