// Erasures of tenants as the interface presents them.
import type { TenantErasureItem, TenantErasureRunItem } from '../../erased-tenants.ts';
import { sumCounts } from './erasure.ts';

/** An erasure with its progress, and once it is done with the certificate. */
export function presentErasure(item: TenantErasureItem, run: TenantErasureRunItem | undefined) {
  const { certificate } = item;
  const found = sumCounts(run?.found ?? item.found);
  return {
    ...{ tenantCode: item.tenantCode, status: item.status },
    ...{ requestedAt: item.requestedAt, requestedBy: item.requestedBy, dueAt: item.dueAt },
    progress:
      item.status === 'erasing' && run
        ? { phase: run.phase, found, erased: Math.min(run.erased, found), rounds: run.rounds }
        : null,
    certificate: certificate
      ? { ...certificate, items: { ...certificate.items }, remains: [...certificate.remains] }
      : null,
    sha256: item.hash ?? null,
  };
}
