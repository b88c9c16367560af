// Matches common headings with the fields they mean.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';

/** For each field, the headings that mean it, folded: lower case, only letters and digits. */
export type HeadingTable<F extends string> = Readonly<Record<F, readonly string[]>>;

/** The columns of one source. */
export interface Columns<F extends string> {
  /** Where each field that the source has is found, with the heading as the source writes it. */
  readonly byField: ReadonlyMap<F, { readonly index: number; readonly heading: string }>;
  /** Headings that no field of this kind is known for. */
  readonly unknown: readonly string[];
  /** Headings that mean a field which an earlier heading gave already. */
  readonly repeated: readonly string[];
}

/** Matches the headings of a source with the fields of a kind. The first heading of a field wins. */
export function matchHeadings<F extends string>(
  headings: readonly string[],
  table: HeadingTable<F>,
): Columns<F> {
  const fieldOf = new Map<string, F>();
  for (const field in table) for (const heading of table[field]) fieldOf.set(heading, field);
  const of = new Map<F, { index: number; heading: string }>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  headings.forEach((heading, index) => {
    if (heading === '') return;
    const field = fieldOf.get(foldHeading(heading));
    if (field === undefined) unknown.push(heading);
    else if (of.has(field)) repeated.push(heading);
    else of.set(field, { index, heading });
  });
  return { byField: of, unknown, repeated };
}

/** Remarks on headings that were not used: one each for unknown and repeated ones. */
export function describeUnreadHeadings<F extends string>(
  columns: Columns<F>,
  file: string,
): readonly string[] {
  const remarks: string[] = [];
  if (columns.unknown.length > 0) {
    remarks.push(`"${file}": no field is known for ${quoteHeadings(columns.unknown)}; left out.`);
  }
  if (columns.repeated.length > 0) {
    remarks.push(
      `"${file}": a field that an earlier heading gave is repeated by ${quoteHeadings(columns.repeated)}; left out.`,
    );
  }
  return remarks;
}

/** "E-Mail Address" and "email_address" are one heading. */
function foldHeading(heading: string): string {
  return foldForSort(heading).replaceAll('-', '');
}

const quoteHeadings = (headings: readonly string[]): string =>
  headings.map((heading) => `"${heading}"`).join(', ');
