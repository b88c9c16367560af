// POST /api/v1/Public/EventAndClassFilteredCount
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { countClasses } from '../../classes/find-classes.ts';
import { countEventsAndClasses } from './contract.ts';
import { mergeFilters } from './filters.ts';
import { buildEventSearch } from './search.ts';

export const handler = lambda(countEventsAndClasses, async (asked) => {
  const { filterBody, ...beside } = asked.body;
  const search = buildEventSearch(mergeFilters(beside, filterBody), asked);
  return ok(search ? await countClasses(asked.tenant, search) : 0);
});
