// GET /api/v1/Settings/Roles/{name}
import { Failure } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getRole } from './contract.ts';
import { findRole } from './role.ts';

export const handler = lambda(getRole, ({ settings, params: { name } }) => {
  const role = findRole(settings.roles, name);
  if (!role) throw new Failure('RESOURCE_NOT_FOUND', `There is no role named ${name}.`, { target: 'name' });
  return ok(role, { version: settings.version });
});
