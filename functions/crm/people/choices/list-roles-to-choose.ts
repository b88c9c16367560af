// GET /api/v1/People/GetAllRoles/{date}
import { defaultRoles } from '../../../../shared/auth/permissions/permissions.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toChoices } from './choices.ts';
import { listRolesToChoose } from './contract.ts';

export const handler = lambda(listRolesToChoose, ({ settings }) =>
  ok(toChoices(Object.keys({ ...defaultRoles, ...settings.roles }).sort())),
);
