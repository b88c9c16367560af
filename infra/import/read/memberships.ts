// Reads memberships of committees from tables.

import {
  createMembershipReader,
  MEMBERSHIP_HEADINGS,
  type MembershipDraft,
} from '../../../shared/import/committees/membership-row.ts';
import {
  type ReadOptions,
  type RowSource,
  UnreadableSource,
} from '../../../shared/import/rows/row-source.ts';
import { readTableRows } from '../../../shared/import/tables/flat-rows.ts';
import { readFiles } from './read-files.ts';
import type { SourceFile } from './source-files.ts';
import { openTableWith } from './table-file.ts';

/**
 * Opens a file or folder of memberships.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export const readMemberships = (path: string, options: ReadOptions): Promise<RowSource<MembershipDraft>> =>
  readFiles(path, (file) => openFile(file, options));

async function openFile(file: SourceFile, options: ReadOptions): Promise<RowSource<MembershipDraft>> {
  if (file.format === 'json')
    throw new UnreadableSource(
      `"${file.path}" is JSON: memberships come as a table, or within the JSON of their committees.`,
    );
  const needed = [
    ['committee', 'committeeId'],
    ['personId', 'email'],
  ] as const;
  const opened = await openTableWith(file, MEMBERSHIP_HEADINGS, needed, options);
  const { table, columns, remarks } = opened;
  const reader = createMembershipReader(columns, opened.options);
  return { total: table.total, remarks, rows: readTableRows(table, file.label, reader) };
}
