// The rules of erasing a tenant: its days of grace, its run, its certificate (docs/tenant-data.md#erasure).

import { startRun } from '../../../../shared/jobs/leased-run.ts';
import type {
  ErasureCertificate,
  TenantErasureItem,
  TenantErasureRunItem,
} from '../../administration/erased-tenants.ts';

const DAY = 24 * 3600_000;

/** A scheduled erasure and its run, which is due when the days of grace are over. */
export function buildErasure(
  request: Pick<TenantErasureItem, 'tenantCode' | 'requestedBy' | 'statusBefore'> & { readonly days: number },
  runId: string,
  now: Date,
): { readonly item: TenantErasureItem; readonly run: TenantErasureRunItem } {
  const { tenantCode, requestedBy, statusBefore, days } = request;
  const dueAt = new Date(now.getTime() + days * DAY);
  return {
    item: {
      ...{ type: 'tenant-erasure', tenantCode, status: 'scheduled', requestedBy, statusBefore },
      ...{ requestedAt: now.toISOString(), dueAt: dueAt.toISOString(), found: {}, version: 1 },
    },
    run: {
      ...{ type: 'tenant-erasure-run', id: tenantCode, runId, phase: 'inventory', found: {}, erased: 0 },
      accounts: {
        ...{ usersErased: 0, usersKept: 0, clientsErased: 0, apiKeysRemoved: 0, auditEntriesRedacted: 0 },
      },
      rounds: 0,
      ...startRun(dueAt),
    },
  };
}

/** Counts by type, added up and by name. */
export const addCounts = (
  counts: Readonly<Record<string, number>>,
  types: readonly string[],
): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = { ...counts };
  for (const type of types) sums[type] = (sums[type] ?? 0) + 1;
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** All counts together. */
export const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** How far an erasure is: the items that were found, and those of them that are erased. */
export const countProgress = (run: Pick<TenantErasureRunItem, 'found' | 'erased'>) => {
  const found = sumCounts(run.found);
  return { found, erased: Math.min(run.erased, found) };
};

/**
 * When an erasure is expected to be done, by how fast it was so far, waiting times included; undefined until some items are
 * erased. What is left after the items are the two checks, each of which takes as long as the inventory.
 */
export function forecastEnd(
  run: Pick<TenantErasureRunItem, 'phase' | 'found' | 'erased' | 'phaseBegan' | 'inventoryMilliseconds'>,
  now: Date,
): Date | undefined {
  const { phase, phaseBegan, inventoryMilliseconds: scan } = run;
  if (phaseBegan === undefined || scan === undefined) return undefined;
  const elapsed = now.getTime() - Date.parse(phaseBegan.at);
  const restOfScan = Math.max(0, scan - elapsed);
  const after = (milliseconds: number): Date => new Date(now.getTime() + Math.round(milliseconds));
  switch (phase) {
    case 'items': {
      const done = run.erased - phaseBegan.erased;
      const left = Math.max(0, sumCounts(run.found) - run.erased);
      return done === 0 ? undefined : after((left * elapsed) / done + 2 * scan);
    }
    case 'audit':
      return after(2 * scan);
    case 'check table':
      return after(restOfScan + scan);
    case 'check index':
      return after(restOfScan);
    default:
      return undefined;
  }
}

/** The certificate of an erasure that is done (after NIST SP 800-88 Rev. 1, appendix G). */
export const buildCertificate = (
  item: TenantErasureItem,
  run: TenantErasureRunItem,
  { number, hash }: { readonly number: number; readonly hash: string },
  now: Date,
): ErasureCertificate => ({
  ...{ format: 'rostrum-erasure-certificate', version: '1.0', number: number + 1 },
  ...{ tenantCode: item.tenantCode, requestedAt: item.requestedAt, requestedBy: item.requestedBy },
  ...{ startedAt: item.startedAt ?? item.dueAt, completedAt: now.toISOString() },
  ...{ items: run.found, accounts: run.accounts },
  method: 'Every item of the tenant was deleted from the table and from its index.',
  verification: {
    at: now.toISOString(),
    what: 'A scan of the whole table, one of its index, and the lists of tenants, users, clients and connections.',
    itemsFound: 0,
  },
  remains: [
    'Backups have the data until they expire: point-in-time recovery for 35 days, backup plans as long as they say.',
    "The change stream has it for 24 hours; logs have the tenant's code until they expire.",
    "The platform's audit has entries about the tenant and its clients without what they were like, and without names and addresses of users who are gone.",
    'This certificate stays, and the code of the tenant is not given again.',
  ],
  previousHash: hash,
});
