// GET /api/v1/Settings/Roles
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { inOrder, pageFrom, placeInList } from '../../listing.ts';
import { listRoles } from './contract.ts';
import { rolesOf } from './role.ts';

export const handler = lambda(listRoles, ({ settings, query, url }) => {
  const roles = rolesOf(settings.roles).map((role) => ({ ...role, id: role.name }));
  const page = pageFrom(inOrder(roles, query.sortBy, query.sortDirection), query);
  return ok(
    page.map(({ id: _, ...role }) => role),
    {
      headers: placeInList(url('/api/v1/Settings/Roles'), query, roles.length),
      version: settings.version,
    },
  );
});
