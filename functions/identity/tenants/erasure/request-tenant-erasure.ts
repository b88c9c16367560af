// POST /api/v1/Tenants/{code}/Erasure
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { assertNotOwnTenant } from '../tenant.ts';
import { requestErasure } from './administer.ts';
import { requestTenantErasure } from './contract.ts';
import { presentErasure } from './present.ts';

export const handler = lambda(
  requestTenantErasure,
  async ({ params, body, platform, receivedAt, url, ...context }) => {
    assertNotOwnTenant(params.code.trim().toLowerCase(), context.tenant.code);
    const request = { tenantCode: body.tenantCode, days: body.graceDays };
    const { item, changes } = await requestErasure(platform, params.code, request, context, receivedAt);
    return write(
      changes,
      reply(202, presentErasure(item, undefined, receivedAt), {
        headers: { Location: url(`/api/v1/Tenants/${item.tenantCode}/Erasure`) },
      }),
    );
  },
);
