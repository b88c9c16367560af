// POST /api/v1/Public/Class/FilteredRecordCount
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { countClasses } from '../../classes/find-classes.ts';
import { countCatalogueClasses } from './contract.ts';
import { mergeFilters } from './filters.ts';
import { buildClassSearch } from './search.ts';

export const handler = lambda(countCatalogueClasses, async (context) => {
  const { filterBody, ...topLevel } = context.body;
  return ok(
    await countClasses(context.tenant, buildClassSearch(mergeFilters(topLevel, filterBody), context)),
  );
});
