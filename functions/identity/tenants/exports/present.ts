// Exports of tenants as the interface presents them.
import type { TenantExportItem, TenantExportPartItem } from './export.ts';
import { presentPart } from './manifest.ts';

/** An export without its files. */
export const presentTenantExportEntry = (item: TenantExportItem) => ({
  ...{ id: item.id, tenantCode: item.tenantCode, status: item.status },
  progress: { records: item.records, bytes: item.bytes },
  reason: item.reason ?? null,
  createdDate: item.createdDate,
  completedDate: item.completedDate ?? null,
  expires: new Date(item.ttl * 1000).toISOString(),
});

/** An export with its files, whose addresses begin with `base`. */
export const presentTenantExport = (
  item: TenantExportItem,
  parts: readonly TenantExportPartItem[],
  url: (path: string) => string,
) => ({
  ...presentTenantExportEntry(item),
  files: parts.map((part) => ({
    ...presentPart(part),
    url: url(`/api/v1/Tenants/${item.tenantCode}/Exports/${item.id}/Files/${part.name}`),
  })),
});
