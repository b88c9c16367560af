// Matches common headings with the fields they mean.
import { type CustomFieldItem, controlTypes } from '../../directory/record/custom-field.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';

/** For each field, the headings that mean it, folded: lower case, only letters and digits. */
export type HeadingTable<F extends string> = Readonly<Record<F, readonly string[]>>;

/** Where a field is found, with the heading as the source writes it. */
interface Column {
  readonly index: number;
  readonly heading: string;
}

/** The columns of one source. */
export interface Columns<F extends string> {
  /** Where each field that the source has is found. */
  readonly byField: ReadonlyMap<F, Column>;
  /** The same of custom fields, by id. */
  readonly custom: ReadonlyMap<string, Column>;
  /** Headings that no field of this kind is known for. */
  readonly unknown: readonly string[];
  /** Headings that mean a field which an earlier heading gave already. */
  readonly repeated: readonly string[];
}

/** Organizations are named in many ways and found in none here, so fields with one of them are not imported. */
export const isImportable = ({ isActive, controlTypeId }: CustomFieldItem): boolean =>
  isActive !== false && controlTypeId !== controlTypes.organization;

/**
 * Matches the headings of a source with the fields of a kind, and others with the names of custom fields. The first
 * heading of a field wins.
 */
export function matchHeadings<F extends string>(
  headings: readonly string[],
  table: HeadingTable<F>,
  customFields: readonly CustomFieldItem[] = [],
): Columns<F> {
  const fieldOf = new Map<string, F>();
  for (const field in table) for (const heading of table[field]) fieldOf.set(heading, field);
  const customOf = new Map(customFields.filter(isImportable).map(({ id, name }) => [foldHeading(name), id]));
  const byField = new Map<F, Column>();
  const custom = new Map<string, Column>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  const take = <K>(columns: Map<K, Column>, field: K, column: Column): void => {
    if (columns.has(field)) repeated.push(column.heading);
    else columns.set(field, column);
  };
  headings.forEach((heading, index) => {
    if (heading === '') return;
    const folded = foldHeading(heading);
    const field = fieldOf.get(folded);
    const customId = customOf.get(folded);
    if (field !== undefined) take(byField, field, { index, heading });
    else if (customId !== undefined) take(custom, customId, { index, heading });
    else unknown.push(heading);
  });
  return { byField, custom, unknown, repeated };
}

/** Remarks on headings that were not used: one each for unknown and repeated ones. */
export function describeUnreadHeadings<F extends string>(
  columns: Pick<Columns<F>, 'unknown' | 'repeated'>,
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
export function foldHeading(heading: string): string {
  return foldForSort(heading).replaceAll('-', '');
}

const quoteHeadings = (headings: readonly string[]): string =>
  headings.map((heading) => `"${heading}"`).join(', ');
