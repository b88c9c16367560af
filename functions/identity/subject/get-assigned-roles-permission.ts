// GET /api/v1/Subject/GetAssignedRolesPermission
import { resolvePermissions } from '../../../shared/auth/access/access.ts';
import { listHeldPermissions } from '../../../shared/auth/access/step-up.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { listHeldRoles } from '../../../shared/auth/permissions/role-ids.ts';
import { Failure, notFound, permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { foldId } from '../administration/administration.ts';
import { subjectByPerson } from '../users/store.ts';
import { getAssignedRolesPermission } from './contract.ts';

const presentNames = (names: Iterable<string>) => [...names].map((name) => ({ name }));

export const handler = lambda(getAssignedRolesPermission, async ({ query, tenant, settings, caller }) => {
  if (query.tenantCode !== undefined && query.tenantCode.trim().toLowerCase() !== tenant.code)
    throw new Failure('TENANT_MISMATCH', undefined, { target: 'tenantCode' });
  if (caller.kind === 'anonymous') throw new Failure('AUTHENTICATION_REQUIRED');
  const userId = query.userId === undefined ? caller.subject : foldId(query.userId);
  if (userId === caller.subject || userId === caller.personId)
    return ok({
      userId,
      tenantCode: tenant.code,
      roles: presentNames(caller.roles),
      permissions: presentNames(listHeldPermissions(caller)),
    });
  if (!caller.permissions.has('identity.permissions.read'))
    throw permissionDenied('identity.permissions.read');
  const subject =
    (await tenant.get(subjectKey(tenant, userId), { consistent: true })) ??
    (await subjectByPerson(tenant, userId));
  if (!subject) throw notFound('user', userId);
  return ok({
    userId,
    tenantCode: tenant.code,
    roles: presentNames(listHeldRoles(subject, settings)),
    permissions: presentNames(subject.disabled ? [] : resolvePermissions(subject, settings)),
  });
});
