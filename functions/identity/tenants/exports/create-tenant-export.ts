// POST /api/v1/Tenants/{code}/Exports
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { requestTenantExport } from './administer.ts';
import { createTenantExport } from './contract.ts';
import { presentTenantExportEntry } from './present.ts';

export const handler = lambda(
  createTenantExport,
  async ({ params, platform, receivedAt, url, ...context }) => {
    const { item, changes } = await requestTenantExport(platform, params.code, context, receivedAt);
    const location = url(`/api/v1/Tenants/${item.tenantCode}/Exports/${item.id}`);
    return write(changes, reply(202, presentTenantExportEntry(item), { headers: { Location: location } }));
  },
);
