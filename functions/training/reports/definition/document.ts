// A finished report as the writers of its formats get it: heading, rows and totals.

import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { Period } from './period.ts';
import type { Columns, Report, Row, Totals } from './report.ts';

/** A line of totals below the rows. */
export interface TotalLine {
  readonly label: string;
  /** The sums by column. */
  readonly sums: Readonly<Record<string, number>>;
}

/** The input of the writers; the same document always gives the same bytes. */
export interface ReportDocument {
  readonly report: string;
  readonly title: string;
  /** The name of the tenant. */
  readonly tenantName: string;
  readonly subject: string | undefined;
  readonly period: Period | undefined;
  /** The moment of the request, and the tenant's day at that moment. */
  readonly asOf: Date;
  readonly asOfDay: string;
  /** The tenant's IANA time zone, which decides the paper size. */
  readonly timeZone: string;
  /** ISO 4217; only when there are columns of money. */
  readonly currency: string | undefined;
  readonly columns: Columns;
  /** Whether sheets and CSV files have no row of titles and nothing but the rows. */
  readonly isHeadless: boolean;
  readonly rows: readonly Row[];
  readonly totals: readonly TotalLine[];
}

/** The part of the heading that depends on the tenant and the request. */
export interface Heading {
  readonly tenantName: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly subject: string | undefined;
  readonly period: Period | undefined;
  readonly asOf: Date;
}

const sumColumns = (rows: readonly Row[], columns: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    columns.map((column) => [column, sumAmounts(rows.map((row) => Number(row[column] ?? 0)))]),
  );

/** The lines of totals: one for each value of the grouping column, then one for all rows. */
export function computeTotalLines(rows: readonly Row[], totals: Totals | undefined): TotalLine[] {
  if (!totals) return [];
  const { sum, per } = totals;
  const all: TotalLine = { label: 'Total', sums: sumColumns(rows, sum) };
  if (per === undefined) return [all];
  const groups = Map.groupBy(rows, (row) => String(row[per] ?? ''));
  if (groups.size < 2) return [all];
  const parts = [...groups].sort(([a], [b]) => compareTexts(a, b));
  return [
    ...parts.map(([value, part]) => ({ label: `Total ${value || 'without'}`, sums: sumColumns(part, sum) })),
    all,
  ];
}

const toSortValue = (value: string | number | undefined): string | number =>
  typeof value === 'number' ? value : foldForSort(value ?? '');

/** Sorts the rows by some columns, texts regardless of case and accents. The sort is stable. */
function sortRows(rows: readonly Row[], columns: readonly string[]): readonly Row[] {
  if (columns.length === 0) return rows;
  const keyed = rows.map((row) => ({ row, keys: columns.map((column) => toSortValue(row[column])) }));
  keyed.sort((a, b) => {
    for (const [index, key] of a.keys.entries()) {
      const other = b.keys[index] ?? '';
      if (key !== other) return key < other ? -1 : 1;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Builds the document of a report from all its rows. */
export function buildDocument(report: Report, heading: Heading, read: readonly Row[]): ReportDocument {
  const rows = report.finish?.(read) ?? read;
  const hasMoney = Object.values(report.columns).some(({ kind }) => kind === 'money');
  return {
    report: report.name,
    title: report.title,
    tenantName: heading.tenantName,
    subject: heading.subject,
    period: heading.period,
    asOf: heading.asOf,
    asOfDay: toLocalDate(heading.timeZone, heading.asOf),
    timeZone: heading.timeZone,
    currency: hasMoney ? heading.currency : undefined,
    columns: report.columns,
    isHeadless: report.isHeadless,
    rows: sortRows(rows, report.order),
    totals: computeTotalLines(rows, report.totals),
  };
}
