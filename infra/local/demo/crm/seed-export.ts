// Stores the export that examples name: a list of organizations as CSV, with its file.
import { type ExportItem, exportTtl, nextFileName } from '../../../../functions/crm/exports/export.ts';
import { formats } from '../../../../functions/crm/exports/file-formats.ts';
import { exportById, insertExport, updateExport } from '../../../../functions/crm/exports/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { storeFile } from '../../../../shared/files/stored-file.ts';

const columns = [
  { name: 'name', title: 'Name' },
  { name: 'type', title: 'Type' },
];
const rows = [
  ['Alder County', 'County'],
  ['Birch County', 'County'],
];

const storeExport = (tenant: TenantStore, item: ExportItem, before: ExportItem | undefined) =>
  before ? updateExport(tenant, before, item) : insertExport(tenant, item);

/** Stores it, unless it is there and not about to expire. */
export async function seedExport(
  tenant: TenantStore,
  { id, personId }: { readonly id: string; readonly personId: string },
  now: Date,
): Promise<void> {
  const before = (await exportById(tenant, id)).item;
  const ttl = exportTtl(now);
  if (before && before.ttl > ttl - 3 * 24 * 3600) return;
  const moment = now.toISOString();
  const filterRules = [{ fieldId: 'organizationType' as const, selectedValues: ['County'] }];
  const item: ExportItem = {
    ...{ type: 'export', id, requestedBy: personId, showsEmails: false, today: moment.slice(0, 10) },
    request: {
      ...{ list: 'organizations' as const, format: 'csv' as const, columns: columns.map(({ name }) => name) },
      filterBody: { filterRules, search: [] },
    },
    ...{ status: 'success', rows: rows.length, files: [], createdDate: moment, completedDate: moment },
    ...{ version: (before?.version ?? 0) + 1, ttl },
  };
  const { contentType, write } = formats.csv;
  const input = {
    ...{ id, name: nextFileName(item), contentType },
    bytes: await write({ name: 'organizations', columns, rows }),
    expiresAt: new Date(ttl * 1000),
  };
  const { file, changes } = await storeFile(tenant, input, now);
  const { name, linkSecret, sha256, chunks } = file;
  const files = [{ id, name, linkSecret, sha256, chunks, rows: rows.length }];
  await commit([storeExport(tenant, { ...item, files }, before), ...changes]);
}
