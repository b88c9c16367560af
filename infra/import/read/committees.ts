// Reads committees with their members: a JSON list, or a table of committees alone.
import {
  COMMITTEE_HEADINGS,
  type CommitteeDraft,
  createCommitteeReader,
  parseCommitteeRow,
} from '../../../shared/import/committees/committee-row.ts';
import {
  MEMBERSHIP_HEADINGS,
  type MembershipDraft,
  parseMembershipRow,
} from '../../../shared/import/committees/membership-row.ts';
import { describeUnreadHeadings, matchHeadings } from '../../../shared/import/rows/headings.ts';
import { refuseDuplicate } from '../../../shared/import/rows/refuse-duplicate.ts';
import type { ReadOptions, Row, RowSource } from '../../../shared/import/rows/row-source.ts';
import { readText } from '../../../shared/import/rows/values.ts';
import { readTableRows } from '../../../shared/import/tables/flat-rows.ts';
import { isObject, type JsonObject, refuseNonObject } from '../../../shared/import/tables/json-object.ts';
import { objectToCells } from './flat-json.ts';
import { readJsonList } from './json.ts';
import { readFiles } from './read-files.ts';
import type { SourceFile } from './source-files.ts';
import { openTableWith } from './table-file.ts';

/** A committee with a row for each of its memberships. */
export interface CommitteeEntry extends CommitteeDraft {
  readonly members: readonly Row<MembershipDraft>[];
}

/** Members of an entry that are no plain values. */
const LISTS = ['members', 'other_names'];

/**
 * Opens a file or folder of committees. Several rows may be of the same committee: which of them is imported is decided
 * with the parents.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export const readCommittees = (path: string, options: ReadOptions): Promise<RowSource<CommitteeEntry>> =>
  readFiles(path, (file) => openFile(file, options));

const openFile = (file: SourceFile, options: ReadOptions): Promise<RowSource<CommitteeEntry>> =>
  file.format === 'json' ? openJson(file, options) : openTableFile(file, options);

async function openJson(file: SourceFile, options: ReadOptions): Promise<RowSource<CommitteeEntry>> {
  const entries = await readJsonList(file.path, 'committees');
  const names = new Set(entries.filter(isObject).flatMap((entry) => Object.keys(entry)));
  const { unknown } = matchHeadings(
    [...names].filter((name) => !LISTS.includes(name)),
    COMMITTEE_HEADINGS,
  );
  return {
    total: entries.length,
    remarks: describeUnreadHeadings({ unknown, repeated: [] }, file.name),
    rows: entries.map((entry, index) => parseEntry(`${file.label}${index + 1}`, entry, options)),
  };
}

async function openTableFile(file: SourceFile, options: ReadOptions): Promise<RowSource<CommitteeEntry>> {
  const { table, columns, remarks } = await openTableWith(file, COMMITTEE_HEADINGS, [['name']], options);
  const rows = readTableRows(table, file.label, createCommitteeReader(columns, options));
  return { total: table.total, remarks, rows: withoutMembers(rows) };
}

async function* withoutMembers(
  rows: AsyncIterable<Row<CommitteeDraft>>,
): AsyncGenerator<Row<CommitteeEntry>> {
  for await (const row of rows)
    yield 'record' in row ? { ...row, record: { ...row.record, members: [] } } : row;
}

function parseEntry(row: string, entry: unknown, options: ReadOptions): Row<CommitteeEntry> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const parsed = parseCommitteeRow(
    row,
    objectToCells(entry, COMMITTEE_HEADINGS),
    options,
    parseOtherNames(entry),
  );
  if (!('record' in parsed)) return parsed;
  const members = parseMembers(row, parsed.record.id, entry, options);
  return { ...parsed, record: { ...parsed.record, members } };
}

/** The memberships of the committee. The same person in the same role from the same day a second time is refused. */
function parseMembers(
  row: string,
  committeeId: string,
  entry: JsonObject,
  options: ReadOptions,
): Row<MembershipDraft>[] {
  const seen = new Map<string, string>();
  if (entry.members === undefined || entry.members === null) return [];
  const members: readonly unknown[] = Array.isArray(entry.members) ? entry.members : [entry.members];
  return members.map((member, index) => {
    const name = `${row} member ${index + 1}`;
    if (!isObject(member)) return refuseNonObject(name, member);
    const cells = objectToCells(member, MEMBERSHIP_HEADINGS);
    return refuseDuplicate(parseMembershipRow(name, committeeId, cells, options), seen);
  });
}

function parseOtherNames(entry: JsonObject): readonly string[] | undefined {
  if (!Array.isArray(entry.other_names)) return undefined;
  const names = entry.other_names.flatMap(
    (other: unknown) => readText(isObject(other) ? other.name : other) ?? [],
  );
  return names.length === 0 ? undefined : [...new Set(names)];
}
