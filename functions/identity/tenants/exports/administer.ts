// Requests an export of a tenant's whole data, for HTTP and for the command.
import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import { requireTenant } from '../store.ts';
import { buildTenantExport, type TenantExportItem } from './export.ts';
import { listTenantExportsOf, putTenantExport, tenantExportRuns } from './store.ts';

/** The changes, and the export after them. */
export interface ExportDecision {
  readonly item: TenantExportItem;
  readonly changes: readonly Change[];
}

/** The export of a tenant that is under way. */
export const findOpenExport = async (
  platform: PlatformStore,
  code: string,
  now: Date,
): Promise<TenantExportItem | undefined> =>
  (await listTenantExportsOf(platform, code, now)).find(({ status }) => status === 'inprogress');

/**
 * Requests an export; the tenant and the platform see in their audits who did. A suspended tenant can be exported.
 * @param now real time
 * @throws Failure 404; 409 while another export of the tenant is under way
 */
export async function requestTenantExport(
  platform: PlatformStore,
  code: string,
  context: AuditContext,
  now: Date,
): Promise<ExportDecision> {
  const { id: tenantCode } = await requireTenant(platform, code);
  const open = await findOpenExport(platform, tenantCode, now);
  if (open) throw conflict(`The export ${open.id} of ${tenantCode} is under way.`);
  const { item, run } = buildTenantExport(
    { id: context.newId(), tenantCode, requestedBy: context.caller.subject },
    now,
  );
  const change = { recordType: 'TenantExport', recordId: item.id, after: { tenantCode } } as const;
  return {
    item,
    changes: [
      putTenantExport(platform, undefined, item),
      tenantExportRuns.put(platform, undefined, run),
      auditRecordChange(platform, change, context),
      auditRecordChange(openTenant(platform, tenantCode), change, context),
    ],
  };
}
