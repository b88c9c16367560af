// Stores the imports that examples name: one that was checked, and one whose file is being uploaded.
import { type ImportItem, importTtl, nextImport } from '../../../../functions/crm/imports/record/import.ts';
import { proposeMapping } from '../../../../functions/crm/imports/record/mapping.ts';
import {
  importById,
  insertImport,
  putPage,
  putPart,
  putRefusals,
} from '../../../../functions/crm/imports/record/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';

const headings = ['Name', 'Type', 'Email', 'City'];
const cells = ['Rivertown Port Authority', 'Authority', 'office at port.example', 'Rivertown'];

/** Stores them, unless they are there. */
export async function seedImports(
  tenant: TenantStore,
  ids: { readonly ready: string; readonly uploading: string },
  now: Date,
): Promise<void> {
  const moment = now.toISOString();
  const uploading: ImportItem = {
    ...{
      type: 'import',
      id: ids.uploading,
      kind: 'organizations',
      fileName: 'authorities.csv',
      status: 'uploading',
    },
    ...{ parts: [], columns: [], remarks: [], rowCount: 0, pages: 0, createdBy: 'demo', version: 1 },
    ...{ createdDate: moment, modifiedDate: moment, ttl: importTtl(now) },
  };
  if (!(await importById(tenant, ids.uploading)).item) {
    const { part, changes } = await putPart(tenant, uploading, 1, Buffer.from(`${headings}\n${cells}\n`));
    await commit([insertImport(tenant, { ...uploading, parts: [part] }), ...changes]);
  }
  if ((await importById(tenant, ids.ready)).item) return;
  const columns = headings.map((heading, index) => ({ heading, samples: [cells[index] ?? ''] }));
  const runId = ids.uploading;
  const check = { created: 1, updated: 0, unchanged: 0, refused: 0, leftOut: 1 };
  const ready = nextImport(
    { ...uploading, id: ids.ready },
    {
      ...{
        status: 'ready',
        columns: proposeMapping('organizations', columns, []),
        rowCount: 1,
        pages: 1,
        check,
      },
      refused: { runId, pages: 1 },
    },
    now,
  );
  const problem = { field: 'Email', reason: 'is not an email address such as name@example.org' };
  const left = { row: '2', isRefused: false, problems: [{ ...problem, value: cells[2] ?? '' }], cells };
  await commit([
    insertImport(tenant, ready),
    await putPage(tenant, ready, 0, [[2, cells]]),
    await putRefusals(tenant, ready, { runId, page: 0 }, [left]),
  ]);
}
