// Imports the rows of committees page by page, as `npm run import` does a file.
import { committees } from '../../../../shared/directory/writing/collection.ts';
import { assignNumbers, resolveCommittees } from '../../../../shared/import/committees/committee-resolver.ts';
import {
  COMMITTEE_HEADINGS,
  createCommitteeReader,
} from '../../../../shared/import/committees/committee-row.ts';
import { importBatch, type RowResult } from '../../../../shared/import/import-batch.ts';
import { toReaderColumns } from '../record/mapping.ts';
import type { PageImporter, RowsContext } from './page-importer.ts';
import { readAllPages } from './read-pages.ts';

/** The importer of pages of committees. A row may name a parent of any other page, so all are read first. */
export async function openCommitteeImporter(context: RowsContext): Promise<PageImporter> {
  const { tenant, columns, options } = context;
  const reader = createCommitteeReader(toReaderColumns(columns, COMMITTEE_HEADINGS), options);
  const { rows, starts } = await readAllPages(context, reader);
  const resolved = await resolveCommittees(tenant, rows, options);
  return async (page, write): Promise<readonly RowResult[]> => {
    const results = await importBatch(
      tenant,
      committees,
      resolved.slice(starts[page], starts[page + 1]),
      write,
    );
    // A page that was cut off before this is imported again: its rows are unchanged then, and are numbered.
    if (!write.dryRun)
      await assignNumbers(
        tenant,
        results.flatMap((result) => ('id' in result ? [result.id] : [])),
      );
    return results;
  };
}
