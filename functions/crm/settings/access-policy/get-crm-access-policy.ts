// GET /api/v1/Settings/AccessPolicy
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentCrmPolicy } from './access-policy.ts';
import { getCrmAccessPolicy } from './contract.ts';

export const handler = lambda(getCrmAccessPolicy, ({ settings }) =>
  ok(presentCrmPolicy(settings), { version: settings.version }),
);
