// GET /api/v1/Exports/Columns/{list}
import { permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listExportColumns } from './contract.ts';
import { getPermission, listColumns, loadListFields } from './open-list.ts';

export const handler = lambda(listExportColumns, async ({ tenant, caller, params: { list } }) => {
  const permission = getPermission(list);
  if (!caller.permissions.has(permission)) throw permissionDenied(permission);
  const columns = listColumns(list, await loadListFields(tenant, list));
  return ok({
    data: columns.map(({ name, title, isCustom = false, isEmail = false }) => ({
      ...{ name, title, isCustom, isEmail },
    })),
  });
});
