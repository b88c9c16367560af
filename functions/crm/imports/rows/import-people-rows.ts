// Imports the rows of people page by page, as `npm run import` does a file.
import { people } from '../../../../shared/directory/writing/collection.ts';
import { PEOPLE_HEADINGS } from '../../../../shared/import/headings/people-headings.ts';
import { importBatch, type RowResult } from '../../../../shared/import/import-batch.ts';
import type { PersonDraft } from '../../../../shared/import/people/person-draft.ts';
import { createPersonReader } from '../../../../shared/import/people/person-reader.ts';
import { createPersonResolver } from '../../../../shared/import/people/person-resolver.ts';
import { createStaffWriter } from '../../../../shared/import/people/save-staff.ts';
import { refuseDuplicate } from '../../../../shared/import/rows/refuse-duplicate.ts';
import type { Row } from '../../../../shared/import/rows/row-source.ts';
import { readRow } from '../../../../shared/import/tables/flat-rows.ts';
import { checkWidth } from '../../../../shared/import/tables/table.ts';
import { toReaderColumns } from '../record/mapping.ts';
import type { FileRow } from '../record/store.ts';
import type { PageImporter, RowsContext } from './page-importer.ts';

/** The importer of pages of people; earlier pages are resolved again, so that no record is imported twice. */
export async function openPeopleImporter({
  tenant,
  columns,
  options: read,
  loadPage,
  from,
  today,
}: RowsContext): Promise<PageImporter> {
  const options = { ...read, today };
  const reader = createPersonReader(toReaderColumns(columns, PEOPLE_HEADINGS), options);
  const resolver = createPersonResolver(tenant, options);
  const saveStaff = createStaffWriter(tenant, options, today);
  const seen = new Map<string, string>();
  const readRows = (rows: readonly FileRow[]): Row<PersonDraft>[] =>
    rows.map(([row, cells]) =>
      refuseDuplicate(readRow(checkWidth({ row, cells }, columns.length), '', reader), seen),
    );
  const resolvePage = async (page: number): Promise<Row<PersonDraft>[]> => {
    const rows = readRows(await loadPage(page));
    await resolver.load(rows);
    const resolved: Row<PersonDraft>[] = [];
    for (const row of rows) resolved.push(await resolver.resolve(row));
    return resolved;
  };
  for (let page = 0; page < from; page += 1) await resolvePage(page);
  return async (page, write): Promise<readonly RowResult[]> => {
    const rows = await resolvePage(page);
    const results = await importBatch(tenant, people, rows, write);
    if (!write.dryRun) await resolver.saveIds();
    return saveStaff(rows, results, write);
  };
}
