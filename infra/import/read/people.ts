// Reads people: a table (CSV) with common headings, flat JSON objects, or legislators' JSON with roles and offices.

import { PEOPLE_HEADINGS } from '../../../shared/import/headings/people-headings.ts';
import type { PersonDraft } from '../../../shared/import/people/person-draft.ts';
import {
  createPersonReader,
  isOfOfficials,
  NAME_FIELDS,
} from '../../../shared/import/people/person-reader.ts';
import { parsePersonRow } from '../../../shared/import/people/person-row.ts';
import { describeUnreadHeadings, matchHeadings } from '../../../shared/import/rows/headings.ts';
import { refuseDuplicate } from '../../../shared/import/rows/refuse-duplicate.ts';
import {
  type ReadOptions,
  type Row,
  type RowSource,
  UnreadableSource,
} from '../../../shared/import/rows/row-source.ts';
import { readTableRows } from '../../../shared/import/tables/flat-rows.ts';
import { isObject, refuseNonObject } from '../../../shared/import/tables/json-object.ts';
import { openTable } from '../../../shared/import/tables/table.ts';
import { findDateOrder } from './date-order.ts';
import { describeUnreadMembers, objectToCells } from './flat-json.ts';
import { readJsonList } from './json.ts';
import { isLegislator, LEGISLATOR_FIELDS, parseLegislator } from './legislator.ts';
import {
  describeSkippedFiles,
  listSourceFiles,
  openSourceFile,
  type SourceFile,
  TABLES,
} from './source-files.ts';

/**
 * Opens a file or folder of people.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export async function readPeople(path: string, options: ReadOptions): Promise<RowSource<PersonDraft>> {
  const files = await Promise.all(
    (await listSourceFiles(path, TABLES)).map((file) => openFile(file, options)),
  );
  return {
    total: files.reduce((sum, file) => sum + file.total, 0),
    remarks: [...(await describeSkippedFiles(path, TABLES)), ...files.flatMap((file) => file.remarks)],
    rows: chainRows(files),
  };
}

async function* chainRows(files: readonly RowSource<PersonDraft>[]): AsyncGenerator<Row<PersonDraft>> {
  const seen = new Map<string, string>();
  for (const file of files) for await (const row of file.rows) yield refuseDuplicate(row, seen);
}

const openFile = (file: SourceFile, options: ReadOptions): Promise<RowSource<PersonDraft>> =>
  file.format === 'json' ? openJson(file, options) : openPeopleTable(file, options);

async function openPeopleTable(file: SourceFile, options: ReadOptions): Promise<RowSource<PersonDraft>> {
  const table = await openTable(openSourceFile(file));
  const columns = matchHeadings(table.headings, PEOPLE_HEADINGS, options.customFields);
  const dateOrder = findDateOrder(file.path, table, columns, options);
  const reader = createPersonReader(columns, { ...options, dateOrder });
  if (!NAME_FIELDS.some((field) => reader.columns.byField.has(field))) {
    throw new UnreadableSource(
      `"${file.path}" has no heading for a name: "First Name" and "Last Name", or "Name", is expected in its first line, which reads ${table.headings.map((heading) => `"${heading}"`).join(', ')}.`,
    );
  }
  return {
    total: table.total,
    remarks: [...table.remarks, ...describeUnreadHeadings(reader.columns, file.name)],
    rows: readTableRows(table, file.label, reader),
  };
}

async function openJson(file: SourceFile, options: ReadOptions): Promise<RowSource<PersonDraft>> {
  const entries = await readJsonList(file.path, 'people');
  const objects = entries.filter(isObject);
  const members = new Set(objects.filter(isLegislator).flatMap((entry) => Object.keys(entry)));
  const unknown = [...members].filter((name) => !LEGISLATOR_FIELDS.has(name));
  return {
    total: entries.length,
    remarks: [
      ...describeUnreadHeadings({ unknown, repeated: [] }, file.name),
      ...describeUnreadMembers(
        objects.filter((entry) => !isLegislator(entry)),
        PEOPLE_HEADINGS,
        file,
      ),
    ],
    rows: entries.map((entry, index) => parseEntry(`${file.label}${index + 1}`, entry, options)),
  };
}

function parseEntry(row: string, entry: unknown, options: ReadOptions): Row<PersonDraft> {
  if (!isObject(entry)) {
    return refuseNonObject(row, entry);
  }
  if (isLegislator(entry)) return parseLegislator(row, entry, options);
  const cells = objectToCells(entry, PEOPLE_HEADINGS);
  return parsePersonRow(row, cells, isOfOfficials(cells), options);
}
