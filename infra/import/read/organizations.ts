// Reads organizations: a table (CSV) with common headings, or a JSON list of flat objects.
import { readTableRows } from '../../../shared/import/flat-rows.ts';
import { describeUnreadHeadings, matchHeadings } from '../../../shared/import/headings.ts';
import {
  createOrganizationReader,
  ORGANIZATION_HEADINGS,
  type OrganizationDraft,
  parseOrganizationRow,
} from '../../../shared/import/organization-row.ts';
import {
  type ReadOptions,
  type Row,
  type RowSource,
  UnreadableSource,
} from '../../../shared/import/row-source.ts';
import { openTable } from '../../../shared/import/table.ts';
import { describeUnreadMembers, objectToCells } from './flat-json.ts';
import { isObject, readJsonList, refuseNonObject } from './json.ts';
import {
  describeSkippedFiles,
  listSourceFiles,
  openSourceFile,
  type SourceFile,
  TABLES,
} from './source-files.ts';

/**
 * Opens a file or folder of organizations. Several rows may be of the same one: which of them is imported is decided
 * with the parents.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export async function readOrganizations(
  path: string,
  options: ReadOptions,
): Promise<RowSource<OrganizationDraft>> {
  const files = await Promise.all(
    (await listSourceFiles(path, TABLES)).map((file) => openFile(file, options)),
  );
  return {
    total: files.reduce((sum, file) => sum + file.total, 0),
    remarks: [...(await describeSkippedFiles(path, TABLES)), ...files.flatMap((file) => file.remarks)],
    rows: chainRows(files),
  };
}

async function* chainRows(
  files: readonly RowSource<OrganizationDraft>[],
): AsyncGenerator<Row<OrganizationDraft>> {
  for (const file of files) yield* file.rows;
}

async function openFile(file: SourceFile, options: ReadOptions): Promise<RowSource<OrganizationDraft>> {
  if (file.format === 'json') {
    const entries = await readJsonList(file.path, 'organizations');
    return {
      total: entries.length,
      remarks: describeUnreadMembers(entries.filter(isObject), ORGANIZATION_HEADINGS, file),
      rows: entries.map((entry, index) => parseEntry(`${file.label}${index + 1}`, entry, options)),
    };
  }
  const table = await openTable(openSourceFile(file));
  const columns = matchHeadings(table.headings, ORGANIZATION_HEADINGS, options.customFields);
  if (!columns.byField.has('name')) {
    throw new UnreadableSource(
      `"${file.path}" has no heading for a name: "Name" is expected in its first line, which reads ${table.headings.map((heading) => `"${heading}"`).join(', ')}.`,
    );
  }
  return {
    total: table.total,
    remarks: [...table.remarks, ...describeUnreadHeadings(columns, file.name)],
    rows: readTableRows(table, file.label, createOrganizationReader(columns, options)),
  };
}

function parseEntry(row: string, entry: unknown, options: ReadOptions): Row<OrganizationDraft> {
  if (isObject(entry)) return parseOrganizationRow(row, objectToCells(entry, ORGANIZATION_HEADINGS), options);
  return refuseNonObject(row, entry);
}
