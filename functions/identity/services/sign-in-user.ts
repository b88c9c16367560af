// POST /api/v1/Services/Authrize
import { resolvePermissions } from '../../../shared/auth/access/access.ts';
import { listHeldRoles } from '../../../shared/auth/permissions/role-ids.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listTenantAccess } from '../users/store.ts';
import { authenticateUser } from './authenticate-user.ts';
import { signInUser } from './contract.ts';

export const handler = lambda(signInUser, async ({ body, platform, request, now }) => {
  const { user, finish } = await authenticateUser(platform, body, 'sign-in', request, now);
  const [accesses] = await Promise.all([listTenantAccess(platform, user), finish('succeeded')]);
  return ok({
    workSpaceList: accesses
      .filter(({ settings, subject }) => settings.status === 'active' && !subject.disabled)
      .map(({ settings, subject }) => ({
        tenantCode: settings.id,
        name: settings.name,
        roles: listHeldRoles(subject, settings),
        permissions: [...resolvePermissions(subject, settings)],
      })),
  });
});
