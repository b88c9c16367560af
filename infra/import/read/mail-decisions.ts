// Reads what a former mail system knew about addresses, from tables.

import {
  createMailDecisionReader,
  DECISION_FIELDS,
  MAIL_DECISION_HEADINGS,
  type MailDecisionDraft,
} from '../../../shared/import/mail-decision-row.ts';
import {
  type ReadOptions,
  type RowSource,
  UnreadableSource,
} from '../../../shared/import/rows/row-source.ts';
import { readTableRows } from '../../../shared/import/tables/flat-rows.ts';
import { readFiles } from './read-files.ts';
import { openTableWith } from './table-file.ts';

/**
 * Opens a file or folder of opt-outs, bounces and consents.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export const readMailDecisions = (
  path: string,
  options: ReadOptions,
  now: Date,
): Promise<RowSource<MailDecisionDraft>> =>
  readFiles(path, async (file) => {
    if (file.format === 'json')
      throw new UnreadableSource(`"${file.path}" is JSON: decisions about mail come as a table.`);
    const needed = [['email'], [...DECISION_FIELDS]] as const;
    const opened = await openTableWith(file, MAIL_DECISION_HEADINGS, needed, options);
    const { table, columns, remarks } = opened;
    const reader = createMailDecisionReader(columns, opened.options, now);
    return { total: table.total, remarks, rows: readTableRows(table, file.label, reader) };
  });
