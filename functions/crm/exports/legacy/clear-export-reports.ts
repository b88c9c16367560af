// GET /api/v1/exportpeople/get/clearallbyuser

import { findOwner } from '../../../../shared/auth/access/owner.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { listExportsOf, removeExport } from '../store.ts';
import { clearExportReports } from './contract.ts';

// A caller has at most 25 exports, three changes each: they fit into one transaction.
export const handler = lambda(clearExportReports, async ({ tenant, caller, receivedAt, newId }) => {
  const items = await listExportsOf(tenant, findOwner(caller), receivedAt);
  return write(
    items.flatMap((item) => removeExport(tenant, item, newId())),
    ok(true),
  );
});
