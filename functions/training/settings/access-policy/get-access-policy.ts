// GET /api/v1/Settings/AccessPolicy
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentAccessPolicy } from './access-policy.ts';
import { getAccessPolicy } from './contract.ts';

export const handler = lambda(getAccessPolicy, ({ settings }) => {
  return ok(presentAccessPolicy(settings), { version: settings.version });
});
