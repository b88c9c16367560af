// POST /api/v1/Public/ClassPagingList
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { findClassPage } from '../../classes/find-classes.ts';
import { loadClassViews } from '../../classes/presentation/load-class-views.ts';
import { listCatalogueClasses } from './contract.ts';
import { buildClassSearch } from './search.ts';

export const handler = lambda(listCatalogueClasses, async (context) => {
  const { body, tenant } = context;
  const { classes, total } = await findClassPage(
    tenant,
    buildClassSearch(body.filterBody, context),
    toPageRequest(body),
  );
  return ok(presentPage(await loadClassViews(classes, context), total));
});
