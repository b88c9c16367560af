// Imports people: finds the organizations they name, then imports the rows.

import { listCustomFields } from '../../shared/directory/record/custom-field.ts';
import { people } from '../../shared/directory/writing/collection.ts';
import type { PersonDraft } from '../../shared/import/people/person-draft.ts';
import { createPersonResolver } from '../../shared/import/people/person-resolver.ts';
import { createStaffWriter } from '../../shared/import/people/save-staff.ts';
import { type RowSource, UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { loadTenantDay } from '../../shared/settings/tenant-settings.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { readPeople } from './read/people.ts';

/** Imports a file or folder of people. */
export async function importPeople(run: ImportRun): Promise<void> {
  const [customFields, today] = await Promise.all([
    listCustomFields(run.tenant, 'people'),
    loadTenantDay(run.tenant, run.now),
  ]);
  const reading = await readPeople(run.path, { ...run.read, customFields, today });
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no people.`);
  run.remark(reading.remarks);
  await importPersonRows(run, reading);
}

/** Imports people who were read, and returns the ids of those who exist now. */
export async function importPersonRows(
  run: ImportRun,
  reading: RowSource<PersonDraft>,
): Promise<ReadonlySet<string>> {
  const today = await loadTenantDay(run.tenant, run.now);
  const resolver = createPersonResolver(run.tenant, { ...run.read, today });
  const saveStaff = createStaffWriter(run.tenant, run.read, today);
  run.progress.begin('people', reading.total);
  const { resolve, load } = resolver;
  const importedIds = await importRows(run, 'people', people, reading.rows, resolve, load, saveStaff);
  if (!run.dryRun) await resolver.saveIds();
  run.progress.end();
  run.remark(resolver.remarks());
  return importedIds;
}
