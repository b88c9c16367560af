// DELETE /api/v1/Tenants/{code}/Erasure
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { cancelErasure } from './administer.ts';
import { cancelTenantErasure } from './contract.ts';

export const handler = lambda(cancelTenantErasure, async ({ params, platform, ...context }) => {
  const { changes } = await cancelErasure(platform, params.code, context);
  return write(changes, noContent());
});
