// Erasures of tenants as the interface presents them.
import type { TenantErasureItem, TenantErasureRunItem } from '../../administration/erased-tenants.ts';
import { countProgress, forecastEnd } from './erasure.ts';

/** An erasure with its progress and a forecast, and once it is done with the certificate. @param now real time */
export function presentErasure(item: TenantErasureItem, run: TenantErasureRunItem | undefined, now: Date) {
  const { certificate } = item;
  return {
    ...{ tenantCode: item.tenantCode, status: item.status },
    ...{ requestedAt: item.requestedAt, requestedBy: item.requestedBy, dueAt: item.dueAt },
    progress:
      item.status === 'erasing' && run
        ? {
            ...{ phase: run.phase, ...countProgress(run), rounds: run.rounds },
            expectedAt: forecastEnd(run, now)?.toISOString() ?? null,
          }
        : null,
    certificate: certificate
      ? { ...certificate, items: { ...certificate.items }, remains: [...certificate.remains] }
      : null,
    sha256: item.hash ?? null,
  };
}
