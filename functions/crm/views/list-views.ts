// GET /api/v1/Views
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../shared/lists/sort.ts';
import { takeWholeListPage } from '../committees/whole-list.ts';
import { listViews } from './contract.ts';
import { presentView } from './view.ts';
import { findDefaults, listViewsOf } from './view-store.ts';

export const handler = lambda(listViews, async ({ tenant, caller, query }) => {
  const [own, everybodys] = await Promise.all([
    listViewsOf(tenant, caller.subject),
    listViewsOf(tenant, undefined),
  ]);
  const views = [...own, ...everybodys]
    .filter(({ list }) => query.list === undefined || list === query.list)
    .toSorted((a, b) => compareTexts(foldForSort(a.name), foldForSort(b.name)) || compareTexts(a.id, b.id));
  const defaults = await findDefaults(tenant, caller.subject, views);
  const page = takeWholeListPage(views, query);
  return ok({
    ...page,
    data: page.data.map((view) => presentView(view, tenant.code, defaults.has(view.id))),
  });
});
