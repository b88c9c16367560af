// GET /api/v1/Settings/Permissions
import { permissions, tenantPermissionNames } from '../../../../shared/auth/permissions/permissions.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortByField } from '../../../../shared/lists/sort.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
import { listPermissions } from './contract.ts';

const entries = tenantPermissionNames.map((name) => ({ id: name, name, description: permissions[name] }));

export const handler = lambda(listPermissions, ({ query, url }) => {
  const page = takePage(sortByField(entries, query.sortBy, query.sortDirection), query);
  return ok(
    page.map(({ name, description }) => ({ name, description })),
    { headers: buildPageHeaders(url('/api/v1/Settings/Permissions'), query, entries.length) },
  );
});
