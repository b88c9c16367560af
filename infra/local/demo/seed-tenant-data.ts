// Stores what the examples of whole tenants name: an export of the second tenant, and the certificate of an erased one.
import { randomUUID } from 'node:crypto';
import {
  erasureByCode,
  extendChain,
  hashCertificate,
  loadChainHead,
  putErasure,
} from '../../../functions/identity/administration/erased-tenants.ts';
import {
  addCounts,
  buildCertificate,
  buildErasure,
} from '../../../functions/identity/tenants/erasure/erasure.ts';
import {
  buildTenantExport,
  manifestType,
  type TenantExportItem,
} from '../../../functions/identity/tenants/exports/export.ts';
import { buildManifest } from '../../../functions/identity/tenants/exports/manifest.ts';
import { storePart } from '../../../functions/identity/tenants/exports/part-writer.ts';
import { putTenantExport, tenantExportById } from '../../../functions/identity/tenants/exports/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { secondTenant } from '../../contracts/demo-tenants.ts';

const exportId = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7c01';
const erasedTenant = 'larkspur';
const DAY = 24 * 3600_000;
/** A fixed one, so that the checksums in the examples of the reference stay the same. */
const exampleMoment = new Date('2026-09-01T12:00:00.000Z');

/** An export with its manifest alone, unless it is there and not about to expire. */
async function seedExport(platform: PlatformStore, now: Date): Promise<void> {
  const code = parseTenantCode(secondTenant);
  const { item: before } = await tenantExportById(platform, exportId);
  if (!code || (before && before.ttl * 1000 > now.getTime() + 3 * DAY)) return;
  const request = { id: exportId, tenantCode: code, requestedBy: 'command' };
  const { item, run } = buildTenantExport(request, now);
  const completedDate = now.toISOString();
  const moment = exampleMoment.toISOString();
  const manifest = buildManifest({ ...item, createdDate: moment }, run, [], moment);
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  const stores = { platform, tenant: platform.tenant(code) };
  const part = { recordType: manifestType, number: 1, records: 0 };
  await storePart(stores, run, part, bytes, { now: () => now, newId: randomUUID });
  const after: TenantExportItem = {
    ...{ ...item, status: 'success', completedDate, parts: { [manifestType]: 1 } },
    version: (before?.version ?? 0) + 1,
  };
  await commit([putTenantExport(platform, before, after)]);
}

/** The certificate of a tenant that was erased, unless it is there. */
async function seedErasure(platform: PlatformStore): Promise<void> {
  if (await erasureByCode(platform, erasedTenant)) return;
  const requestedAt = new Date(exampleMoment.getTime() - 31 * DAY);
  const request = {
    tenantCode: erasedTenant,
    requestedBy: 'command',
    statusBefore: 'active',
    days: 30,
  } as const;
  const { item, run } = buildErasure(request, erasedTenant, requestedAt);
  const found = addCounts({}, ['tenant', 'person', 'person', 'person-entry', 'person-entry', 'subject']);
  const head = await loadChainHead(platform);
  const certificate = buildCertificate(item, { ...run, found }, head, exampleMoment);
  const hash = hashCertificate(certificate);
  await commit([
    putErasure(platform, undefined, { ...item, status: 'erased', found, certificate, hash }),
    extendChain(platform, head, certificate),
  ]);
}

/** Stores both; returns the values of `{{name}}` in the examples. */
export async function seedTenantData(
  platform: PlatformStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  await seedExport(platform, now);
  await seedErasure(platform);
  return { tenantExportId: exportId, erasedTenantCode: erasedTenant };
}
