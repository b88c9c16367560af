// GET /api/v1/Imports
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { takeWholeListPage } from '../committees/whole-list.ts';
import { listImports } from './contract.ts';
import { presentImport, seesImports } from './record/present.ts';
import { listStoredImports, loadRuns } from './record/store.ts';

export const handler = lambda(listImports, async (context) => {
  const { tenant, query } = context;
  const items = await listStoredImports(tenant);
  const page = takeWholeListPage(
    items.filter(({ kind }) => seesImports(context, kind)),
    query,
  );
  const runs = await loadRuns(tenant, page.data);
  return ok({ ...page, data: page.data.map((item, index) => presentImport(item, runs[index])) });
});
