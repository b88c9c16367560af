// What a report is: its name, what it is asked with, its columns, where its rows come from, and what is added up.
import type * as z from 'zod';
import type { TenantItem } from '../../../shared/auth/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { ReportName } from './parameters.ts';
import type { Period } from './period.ts';

/** What stands in a column. Dates are YYYY-MM-DD; money is in the tenant's currency, two decimals. */
export type ColumnKind = 'text' | 'number' | 'money' | 'date';

export interface Column {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Its share of the page's width, beside the shares of the others. */
  readonly width: number;
}

export type Columns = Readonly<Record<string, Column>>;

type ColumnValue<K extends ColumnKind> = K extends 'text' | 'date' ? string : number;

/** A row by the names of its columns; what is not known is absent. */
export type TypedRow<C extends Columns> = { readonly [N in keyof C]?: ColumnValue<C[N]['kind']> | undefined };
export type Row = Readonly<Record<string, string | number | undefined>>;

/** What is added up below the rows: these columns over all rows and, when said, for each value of another column. */
export interface Totals<N extends PropertyKey = string> {
  readonly sum: readonly N[];
  readonly per?: N;
}

/** Where and when a report is made. */
export interface ReportContext {
  readonly tenant: TenantStore;
  readonly settings: Pick<TenantItem, 'name' | 'timeZone' | 'fiscalYearStart'>;
  /** The moment the report was asked for, by the tenant's clock: what came later is not in it. */
  readonly asOf: Date;
}

/** What is known of a report before its rows are read. */
export interface ReportScope {
  /** What it is about, in words: a class, a person, an organization. */
  readonly subject?: string | undefined;
  readonly period?: Period | undefined;
  /** How many things are looked through: people, classes, registrations. Progress is told in these. */
  readonly size: number;
  /** Whether it is known to be too large to be made while the caller waits. */
  readonly isLarge?: boolean;
}

/** Some rows, and how far the reading has come with them. */
export interface Batch<R> {
  readonly rows: readonly R[];
  /** How many of the `size` things were looked through so far. */
  readonly done: number;
  /** Where to go on after this batch, when somebody else has to. */
  readonly next: string;
}

/** Where a reading begins: where an earlier one stopped, or at the beginning. */
export interface ReadPosition {
  readonly next: string | undefined;
  readonly done: number;
}

/** The beginning. */
export const startPosition: ReadPosition = { next: undefined, done: 0 };

/** A report as it is declared; its writers know it only as a title, columns and rows. */
interface ReportDeclaration<P extends z.ZodObject, C extends Columns, A extends ReportScope, R extends Row> {
  readonly name: ReportName;
  readonly title: string;
  /** What it tells, in a sentence. */
  readonly description: string;
  readonly parameters: P;
  readonly columns: C;
  readonly totals?: Totals<keyof C & string>;
  /** The columns the rows are ordered by once all are there; in the order of reading when absent. */
  readonly order?: readonly (keyof C & string)[];
  /** @throws Failure 400 when a parameter names something that is not there */
  readonly loadScope: (wanted: z.output<P>, at: ReportContext) => Promise<A>;
  /** The rows in batches, from the beginning or from where an earlier batch ended. */
  readonly rows: (
    wanted: z.output<P>,
    at: ReportContext,
    about: A,
    from: ReadPosition,
  ) => AsyncGenerator<Batch<R>>;
  /** Makes the report's rows of those that were read, where they are not the same. */
  readonly finish?: (read: readonly Row[]) => readonly TypedRow<C>[];
}

/** A report that is ready to be read. */
export interface PreparedReport {
  readonly about: ReportScope;
  readonly rows: (from: ReadPosition) => AsyncGenerator<Batch<Row>>;
}

/** A report among others. */
export interface Report {
  readonly name: ReportName;
  readonly title: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
  readonly columns: Columns;
  readonly totals: Totals | undefined;
  readonly order: readonly string[];
  readonly finish: ((read: readonly Row[]) => readonly Row[]) | undefined;
  /**
   * Reads the parameters and what they name.
   * @throws Failure 400 when a parameter names something that is not there
   */
  readonly prepare: (parameters: unknown, at: ReportContext) => Promise<PreparedReport>;
}

/** Declares a report. */
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
  async prepare(parameters, at) {
    const wanted = declared.parameters.parse(parameters);
    const about = await declared.loadScope(wanted, at);
    return { about, rows: (from) => declared.rows(wanted, at, about, from) };
  },
});
