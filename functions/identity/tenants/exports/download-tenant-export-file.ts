// GET /api/v1/Tenants/{code}/Exports/{id}/Files/{name}
import { notFound } from '../../../../shared/errors/failure.ts';
import { decompressFile, loadFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { file as fileReply } from '../../../../shared/http/reply.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import { downloadTenantExportFile } from './contract.ts';
import { partByName, requireTenantExport } from './store.ts';

export const handler = lambda(downloadTenantExportFile, async ({ params, platform, receivedAt }) => {
  const item = await requireTenantExport(platform, params.code, params.id, receivedAt);
  const part = await partByName(platform, item.id, params.name);
  const isPart = part !== undefined && part.number <= (item.parts[part.recordType] ?? 0);
  const stored = isPart
    ? await loadFile(openTenant(platform, item.tenantCode), part.file.id, receivedAt)
    : undefined;
  if (!stored) throw notFound('file', params.name, 'name');
  return fileReply(await decompressFile(stored), {
    contentType: stored.file.contentType,
    fileName: `${item.tenantCode}-${stored.file.name}`,
    headers: { 'Cache-Control': 'no-store' },
  });
});
