// Reads organizations: a table (CSV) with common headings, or a JSON list of flat objects.

import { ORGANIZATION_HEADINGS } from '../../../shared/import/headings/organization-headings.ts';
import {
  createOrganizationReader,
  type OrganizationDraft,
  parseOrganizationRow,
} from '../../../shared/import/organizations/organization-row.ts';
import type { ReadOptions, Row, RowSource } from '../../../shared/import/rows/row-source.ts';
import { readTableRows } from '../../../shared/import/tables/flat-rows.ts';
import { isObject, refuseNonObject } from '../../../shared/import/tables/json-object.ts';
import { describeUnreadMembers, objectToCells } from './flat-json.ts';
import { readJsonList } from './json.ts';
import { readFiles } from './read-files.ts';
import type { SourceFile } from './source-files.ts';
import { openTableWith } from './table-file.ts';

/**
 * Opens a file or folder of organizations. Several rows may be of the same one: which of them is imported is decided
 * with the parents.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export const readOrganizations = (
  path: string,
  options: ReadOptions,
): Promise<RowSource<OrganizationDraft>> => readFiles(path, (file) => openFile(file, options));

async function openFile(file: SourceFile, options: ReadOptions): Promise<RowSource<OrganizationDraft>> {
  if (file.format === 'json') {
    const entries = await readJsonList(file.path, 'organizations');
    return {
      total: entries.length,
      remarks: describeUnreadMembers(entries.filter(isObject), ORGANIZATION_HEADINGS, file),
      rows: entries.map((entry, index) => parseEntry(`${file.label}${index + 1}`, entry, options)),
    };
  }
  const {
    table,
    columns,
    remarks,
    options: read,
  } = await openTableWith(file, ORGANIZATION_HEADINGS, [['name']], options);
  return {
    total: table.total,
    remarks,
    rows: readTableRows(table, file.label, createOrganizationReader(columns, read)),
  };
}

function parseEntry(row: string, entry: unknown, options: ReadOptions): Row<OrganizationDraft> {
  if (isObject(entry)) return parseOrganizationRow(row, objectToCells(entry, ORGANIZATION_HEADINGS), options);
  return refuseNonObject(row, entry);
}
