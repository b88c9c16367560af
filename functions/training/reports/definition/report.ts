// The definition of a kind of report: name, parameters, columns, source of the rows, and totals.
import type * as z from 'zod';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ReportName } from './parameters.ts';
import type { Period } from './period.ts';

/**
 * The kind of values in a column. Dates are YYYY-MM-DD; money is in the tenant's currency. Ids are for programs and not
 * printed.
 */
export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'id';

export interface Column {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Its share of the width of a page or a sheet, relative to the other columns. */
  readonly width: number;
  /** How files write its dates; YYYY-MM-DD by default. */
  readonly dateFormat?: 'm/d/yyyy';
}

export type Columns = Readonly<Record<string, Column>>;

/** A column with the id of the record that a row names. */
export const idColumn = <T extends string>(title: T) => ({ title, kind: 'id', width: 36 }) as const;

type ColumnValue<K extends ColumnKind> = K extends 'text' | 'date' | 'id' ? string : number;

/** A row by column; unknown values are absent. */
export type TypedRow<C extends Columns> = { readonly [N in keyof C]?: ColumnValue<C[N]['kind']> | undefined };
export type Row = Readonly<Record<string, string | number | undefined>>;

/** The totals below the rows: sums of some columns, for each value of a grouping column and for all rows. */
export interface Totals<N extends PropertyKey = string> {
  readonly sum: readonly N[];
  readonly per?: N;
}

/** The tenant and the moment of a report. */
export interface ReportContext {
  readonly tenant: TenantStore;
  readonly settings: Pick<TenantItem, 'name' | 'timeZone' | 'fiscalYearStart' | 'language'>;
  /** The moment of the request, by the tenant's clock: later records are not in the report. */
  readonly asOf: Date;
  /** Whether the person who requested it sees the e-mail addresses of others; if not, their column is empty. */
  readonly showsEmails: boolean;
}

/** What is known about a report before its rows are read. */
export interface ReportScope {
  /** What the report is about: the name of a class, a person, an organization. */
  readonly subject?: string | undefined;
  readonly period?: Period | undefined;
  /** How many records must be read: people, classes, registrations, days. Progress is counted in these. */
  readonly size: number;
  /** Whether the report is known to be too large to be made while the caller waits. */
  readonly isLarge?: boolean;
}

/** Some rows, and the progress of reading. */
export interface Batch<R> {
  readonly rows: readonly R[];
  /** How many of the `size` records were read so far. */
  readonly done: number;
  /** Where reading continues after this batch. */
  readonly next: string;
}

/** Where reading starts: at the beginning, or where an earlier run stopped. */
export interface ReadPosition {
  readonly next: string | undefined;
  readonly done: number;
}

/** The beginning of the rows. */
export const startPosition: ReadPosition = { next: undefined, done: 0 };

/** A report that marks its rows as reported when it is made. */
export interface Marking {
  /**
   * What is written when the report is requested, decided before its rows are read.
   * @throws Failure 409 while another such report is being made
   */
  readonly begin: (
    parameters: unknown,
    context: ReportContext,
    reportId: string,
    isBeingMade: (reportId: string) => Promise<boolean>,
  ) => Promise<Change[]>;
  /** What is written with the finished report, from the rows that were read. */
  readonly end: (
    parameters: unknown,
    context: ReportContext,
    reportId: string,
    rows: readonly Row[],
  ) => Promise<Change[]>;
}

/** The declaration of a kind of report. */
interface ReportDeclaration<P extends z.ZodObject, C extends Columns, A extends ReportScope, R extends Row> {
  readonly name: ReportName;
  readonly title: string;
  /** A sentence that describes the report. */
  readonly description: string;
  readonly parameters: P;
  readonly columns: C;
  readonly totals?: Totals<keyof C & string>;
  /** The columns by which the rows are sorted; by default they stay in the order of reading. */
  readonly order?: readonly (keyof C & string)[];
  /** @throws Failure 400 when a parameter refers to a record that does not exist */
  readonly loadScope: (parameters: z.output<P>, context: ReportContext) => Promise<A>;
  /** Reads the rows in batches. */
  readonly rows: (
    query: z.output<P>,
    context: ReportContext,
    about: A,
    from: ReadPosition,
  ) => AsyncGenerator<Batch<R>>;
  /** Computes the report's rows from the rows that were read, if they differ. */
  readonly finish?: (read: readonly Row[]) => readonly TypedRow<C>[];
  /** Whether sheets and CSV files have no row of titles, as the reader of a layout expects. */
  readonly isHeadless?: boolean;
  readonly marking?: Marking;
}

/** A report whose rows can be read. */
export interface PreparedReport {
  readonly about: ReportScope;
  readonly rows: (from: ReadPosition) => AsyncGenerator<Batch<Row>>;
}

/** A kind of report. */
export interface Report {
  readonly name: ReportName;
  readonly title: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
  readonly columns: Columns;
  readonly totals: Totals | undefined;
  readonly order: readonly string[];
  readonly finish: ((read: readonly Row[]) => readonly Row[]) | undefined;
  readonly isHeadless: boolean;
  readonly marking: Marking | undefined;
  /**
   * Parses the parameters and loads the records they refer to.
   * @throws Failure 400 when a parameter refers to a record that does not exist
   */
  readonly prepare: (parameters: unknown, context: ReportContext) => Promise<PreparedReport>;
}

/** Defines a kind of report. */
export const defineReport = <
  P extends z.ZodObject,
  const C extends Columns,
  A extends ReportScope,
  R extends Row = TypedRow<C>,
>(
  declared: ReportDeclaration<P, C, A, R>,
): Report => ({
  name: declared.name,
  title: declared.title,
  description: declared.description,
  parameters: declared.parameters,
  columns: declared.columns,
  totals: declared.totals,
  order: declared.order ?? [],
  finish: declared.finish,
  isHeadless: declared.isHeadless ?? false,
  marking: declared.marking,
  async prepare(parameters, context) {
    const query = declared.parameters.parse(parameters);
    const about = await declared.loadScope(query, context);
    return { about, rows: (from) => declared.rows(query, context, about, from) };
  },
});
