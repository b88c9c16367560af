// Imports organizations: resolves their hierarchy over the whole file, then imports the rows.

import { listCustomFields } from '../../shared/directory/record/custom-field.ts';
import { organizations } from '../../shared/directory/writing/collection.ts';
import { resolveOrganizationParents } from '../../shared/import/organizations/organization-parents.ts';
import type { OrganizationDraft } from '../../shared/import/organizations/organization-row.ts';
import { type Row, UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { readOrganizations } from './read/organizations.ts';
import { runExclusively } from './run-exclusively.ts';

/** Imports a file or folder of organizations. */
export async function importOrganizations(run: ImportRun): Promise<void> {
  const customFields = await listCustomFields(run.tenant, 'organizations');
  const reading = await readOrganizations(run.path, { ...run.read, customFields });
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no organizations.`);
  run.remark(reading.remarks);
  run.progress.begin('organizations', reading.total);
  const rows: Row<OrganizationDraft>[] = [];
  for await (const row of reading.rows) rows.push(row);
  await runExclusively(run, 'organizations', async (alone) => {
    const resolved = await resolveOrganizationParents(alone.tenant, rows, run.read);
    await importRows(alone, 'organizations', organizations, resolved);
  });
  run.progress.end();
}
