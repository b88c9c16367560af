// GET /api/v1/Exports

import { findOwner } from '../../../shared/auth/access/owner.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { takeWholeListPage } from '../committees/whole-list.ts';
import { listExports } from './contract.ts';
import { presentExport } from './present.ts';
import { listExportsOf } from './store.ts';

export const handler = lambda(listExports, async (context) => {
  const { tenant, caller, query, receivedAt } = context;
  const page = takeWholeListPage(await listExportsOf(tenant, findOwner(caller), receivedAt), query);
  return ok({ ...page, data: page.data.map((item) => presentExport(item, context)) });
});
