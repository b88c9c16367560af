// Imports what a former mail system knew about addresses page by page, as `npm run import` does a file.

import {
  createMailDecisionReader,
  MAIL_DECISION_HEADINGS,
} from '../../../../shared/import/mail-decision-row.ts';
import { createMailDecisionWriter } from '../../../../shared/import/save-mail-decisions.ts';
import { readRow } from '../../../../shared/import/tables/flat-rows.ts';
import { checkWidth } from '../../../../shared/import/tables/table.ts';
import { toReaderColumns } from '../record/mapping.ts';
import type { PageImporter, RowsContext } from './page-importer.ts';

/** The importer of pages of decisions about mail. */
export async function openMailDecisionImporter({
  tenant,
  columns,
  options,
  loadPage,
}: RowsContext): Promise<PageImporter> {
  const readerColumns = toReaderColumns(columns, MAIL_DECISION_HEADINGS);
  const writeRows = await createMailDecisionWriter(tenant);
  return async (page, write) => {
    const reader = createMailDecisionReader(readerColumns, options, write.now);
    const rows = (await loadPage(page)).map(([row, cells]) =>
      readRow(checkWidth({ row, cells }, columns.length), '', reader),
    );
    return writeRows(rows, write);
  };
}
