// POST /api/v1/Public/EventAndClassFilteredCount
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { countClasses } from '../../classes/find-classes.ts';
import { countEventsAndClasses } from './contract.ts';
import { mergeFilters } from './filters.ts';
import { buildEventSearch } from './search.ts';

export const handler = lambda(countEventsAndClasses, async (context) => {
  const { filterBody, ...topLevel } = context.body;
  const search = buildEventSearch(mergeFilters(topLevel, filterBody), context);
  return ok(search ? await countClasses(context.tenant, search) : 0);
});
