// Reads people: a table (CSV) with common headings, flat JSON objects, or legislators' JSON with roles and offices.
import { describeUnreadMembers, objectToCells, parseTableRows } from './flat-rows.ts';
import { describeUnreadHeadings, matchHeadings } from './headings.ts';
import { isObject, readJsonList, refuseNonObject } from './json.ts';
import { isLegislator, LEGISLATOR_FIELDS, parseLegislator } from './legislator.ts';
import { PEOPLE_HEADINGS, type PeopleField } from './people-headings.ts';
import type { PersonDraft } from './person-draft.ts';
import { parsePersonRow } from './person-row.ts';
import { refuseDuplicate } from './refuse-duplicate.ts';
import { type ReadOptions, type Row, type RowSource, UnreadableSource } from './row-source.ts';
import { describeSkippedFiles, listSourceFiles, type SourceFile } from './source-files.ts';
import { openTable } from './table.ts';

/** A table without any of these is not a list of people. */
const NAME_FIELDS = ['firstName', 'lastName', 'name'] as const satisfies readonly PeopleField[];

/** Fields that only a list of officials has. */
const OFFICIALS_ONLY = ['role', 'kind', 'district', 'office'] as const satisfies readonly PeopleField[];

/**
 * Opens a file or folder of people.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export async function readPeople(path: string, options: ReadOptions): Promise<RowSource<PersonDraft>> {
  const files = await Promise.all((await listSourceFiles(path)).map((file) => openFile(file, options)));
  return {
    total: files.reduce((sum, file) => sum + file.total, 0),
    remarks: [...(await describeSkippedFiles(path)), ...files.flatMap((file) => file.remarks)],
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
  const table = await openTable(file.path);
  const all = matchHeadings(table.headings, PEOPLE_HEADINGS);
  const officials = all.byField.has('role') && (all.byField.has('kind') || all.byField.has('district'));
  const columns = officials ? all : dropOfficeColumns(all);
  if (!NAME_FIELDS.some((field) => columns.byField.has(field))) {
    throw new UnreadableSource(
      `"${file.path}" has no heading for a name: "First Name" and "Last Name", or "Name", is expected in its first line, which reads ${table.headings.map((heading) => `"${heading}"`).join(', ')}.`,
    );
  }
  return {
    total: table.total,
    remarks: [...table.remarks, ...describeUnreadHeadings(columns, file.name)],
    rows: parseTableRows(table, columns, file.label, (row, cells) =>
      parsePersonRow(row, cells, officials, options),
    ),
  };
}

/** Outside of lists of officials "Role" or "Kind" may mean anything, so they count as unknown. */
function dropOfficeColumns(columns: ReturnType<typeof matchHeadings<PeopleField>>): typeof columns {
  const of = new Map(columns.byField);
  const unknown = [...columns.unknown];
  for (const field of OFFICIALS_ONLY) {
    const column = of.get(field);
    if (column !== undefined) unknown.push(column.heading);
    of.delete(field);
  }
  return { byField: of, unknown, repeated: columns.repeated };
}

async function openJson(file: SourceFile, options: ReadOptions): Promise<RowSource<PersonDraft>> {
  const entries = await readJsonList(file.path, 'people');
  const objects = entries.filter(isObject);
  const members = new Set(objects.filter(isLegislator).flatMap((entry) => Object.keys(entry)));
  const unknown = [...members].filter((name) => !LEGISLATOR_FIELDS.has(name));
  return {
    total: entries.length,
    remarks: [
      ...describeUnreadHeadings({ byField: new Map(), unknown, repeated: [] }, file.name),
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
  return parsePersonRow(
    row,
    cells,
    cells.has('role') && (cells.has('kind') || cells.has('district')),
    options,
  );
}
