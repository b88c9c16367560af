// GET /api/v1/Settings/Roles
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortByField } from '../../../../shared/lists/sort.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
import { listRoles } from './contract.ts';
import { allRoles } from './role.ts';

export const handler = lambda(listRoles, ({ settings, query, url }) => {
  const roles = allRoles(settings.roles).map((role) => ({ ...role, id: role.name }));
  const page = takePage(sortByField(roles, query.sortBy, query.sortDirection), query);
  return ok(
    page.map(({ id: _, ...role }) => role),
    {
      headers: buildPageHeaders(url('/api/v1/Settings/Roles'), query, roles.length),
      version: settings.version,
    },
  );
});
