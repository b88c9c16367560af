// GET /api/v1/Settings/AccessPolicy
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getAccessPolicy } from './contract.ts';

export const handler = lambda(getAccessPolicy, ({ settings }) => {
  const { read, write } = settings.access.training;
  return ok({ read, write }, { version: settings.version });
});
