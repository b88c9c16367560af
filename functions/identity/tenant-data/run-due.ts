// Works on the exports and erasures of tenants that are due.
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { RunContext } from '../../../shared/jobs/leased-run.ts';
import { tenantErasureRuns } from '../administration/erased-tenants.ts';
import { runTenantExport } from '../tenants/exports/run-export.ts';
import { tenantExportRuns } from '../tenants/exports/store.ts';
import { runTenantErasure } from './run-erasure.ts';

/**
 * Continues what is due, exports first, as long as there is time.
 * @param onFailure is called for one that failed, which must not stop the others
 */
export async function runDueTenantData(
  platform: PlatformStore,
  context: RunContext,
  onFailure: (what: string, error: unknown) => void,
): Promise<void> {
  const kinds = [
    { what: 'export of a tenant', runs: tenantExportRuns, continueRun: runTenantExport },
    { what: 'erasure of a tenant', runs: tenantErasureRuns, continueRun: runTenantErasure },
  ];
  for (const { what, runs, continueRun } of kinds)
    for (const { id } of await runs.listDue(platform, context.now())) {
      if (!context.isInTime()) return;
      await continueRun(platform, id, context).catch((error: unknown) => onFailure(`${what} ${id}`, error));
    }
}
