// Counts the outcomes of an import, prints them, and writes every refusal to a file.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { RowProblem } from '../../shared/import/rows/row-source.ts';

/** The outcome of a row. */
const OUTCOMES = ['created', 'updated', 'unchanged', 'refused'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** What the rows of an import are. */
export type RowKind =
  | 'people'
  | 'organizations'
  | 'committees'
  | 'memberships'
  | 'mail-decisions'
  | 'sessions'
  | 'bills'
  | 'events';

/** One problem of one row. `isLeftOut`: the row was imported without this value. */
interface ReportEntry extends RowProblem {
  readonly kind: RowKind;
  readonly row: string;
  readonly isLeftOut: boolean;
}

/** The outcomes of one import. */
export interface Report {
  /** Counts a row that was not refused. */
  count(kind: RowKind, outcome: Exclude<Outcome, 'refused'>): void;
  /** Counts a refused row, with everything that is wrong with it. */
  refuse(kind: RowKind, row: string, problems: readonly RowProblem[]): void;
  /** Notes values of a row that were left out while the row was taken. */
  leaveOut(kind: RowKind, row: string, problems: readonly RowProblem[]): void;
  readonly counts: ReadonlyMap<RowKind, Readonly<Record<Outcome, number>>>;
  readonly leftOut: number;
  /** The lines for the screen; `file` is where all refusals were written, if they were. */
  lines(file: string | undefined): readonly string[];
  /** Writes every refusal and left-out value to `<folder>/<time>-<kind>.csv`; nothing when there is none. */
  write(folder: string, name: string, time: Date): Promise<string | undefined>;
}

/** How many refusals the screen shows; the file has all of them. */
const MAX_LISTED = 20;

/** An empty report over these kinds, in the order they are printed. */
export function createReport(kinds: readonly RowKind[]): Report {
  const counts = new Map(kinds.map((kind) => [kind, { created: 0, updated: 0, unchanged: 0, refused: 0 }]));
  const entries: ReportEntry[] = [];
  const add = (kind: RowKind, outcome: Outcome): void => {
    const count = counts.get(kind) ?? { created: 0, updated: 0, unchanged: 0, refused: 0 };
    count[outcome] += 1;
    counts.set(kind, count);
  };
  return {
    count: add,
    refuse(kind, row, problems) {
      add(kind, 'refused');
      for (const problem of problems) entries.push({ kind, row, isLeftOut: false, ...problem });
    },
    leaveOut(kind, row, problems) {
      for (const problem of problems) entries.push({ kind, row, isLeftOut: true, ...problem });
    },
    counts,
    get leftOut() {
      return entries.filter((entry) => entry.isLeftOut).length;
    },
    lines: (file) => [...formatTable(counts), ...formatProblems(entries, file)],
    async write(folder, name, time) {
      if (entries.length === 0) return undefined;
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${time.toISOString().replace(/[:.]/g, '-')}-${name}.csv`);
      const rows = stringify({
        header: true,
        escape_formulas: true,
        columns: ['kind', 'row', 'outcome', 'field', 'reason', 'value'],
      });
      const written = entries.map(({ isLeftOut, ...entry }) => ({
        ...entry,
        outcome: isLeftOut ? 'left out' : 'refused',
      }));
      await pipeline(Readable.from(written), rows, createWriteStream(path, { flags: 'wx' }));
      return path;
    },
  };
}

function formatTable(counts: Report['counts']): readonly string[] {
  const rows = [...counts].map(([kind, count]) => [
    kind,
    ...OUTCOMES.map((outcome) => count[outcome].toLocaleString('en')),
  ]);
  const table = [['', ...OUTCOMES], ...rows];
  const widths = ['', ...OUTCOMES].map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

function formatProblems(entries: readonly ReportEntry[], file: string | undefined): readonly string[] {
  const refused = entries.filter((entry) => !entry.isLeftOut);
  const leftOut = entries.filter((entry) => entry.isLeftOut);
  const where = file === undefined ? '' : ` All are in ${file}.`;
  return [
    ...(refused.length > 0 ? ['', 'Refused:', ...formatEntries(refused)] : []),
    ...(leftOut.length > 0
      ? ['', 'Left out, while the rest of the row was taken:', ...formatEntries(leftOut)]
      : []),
    ...(entries.length > 0 && where !== '' ? ['', where.trim()] : []),
  ];
}

function formatEntries(entries: readonly ReportEntry[]): readonly string[] {
  const lines = entries
    .slice(0, MAX_LISTED)
    .map(
      ({ kind, row, field, reason, value }) =>
        `  ${kind} row ${row}, ${field}: ${reason}${value === '' ? '' : ` ("${value}")`}`,
    );
  return entries.length > MAX_LISTED
    ? [...lines, `  and ${(entries.length - MAX_LISTED).toLocaleString('en')} more`]
    : lines;
}
