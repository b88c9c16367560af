// GET /api/v1/Users/{id}
import { listHeldRoles } from '../../../shared/auth/permissions/role-ids.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getUser } from './contract.ts';
import { listTenantAccess, requireUser } from './store.ts';
import { presentUser } from './user.ts';

export const handler = lambda(getUser, async ({ params, platform }) => {
  const user = await requireUser(platform, params.id);
  const assignments = (await listTenantAccess(platform, user)).map(({ settings, subject }) => ({
    tenantCode: settings.id,
    roles: listHeldRoles(subject, settings),
    ...(subject.personId !== undefined && { personId: subject.personId }),
  }));
  return ok({ ...presentUser(user), assignments }, { version: user.version, isComposed: true });
});
