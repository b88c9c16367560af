// Reads people from the rows of a table.

import type { PeopleField } from '../headings/people-headings.ts';
import type { Columns } from '../rows/headings.ts';
import type { ReadOptions } from '../rows/row-source.ts';
import type { RowReader } from '../tables/flat-rows.ts';
import type { PersonDraft } from './person-draft.ts';
import { parsePersonRow } from './person-row.ts';

/** A table without any of these is not a list of people. */
export const NAME_FIELDS = ['firstName', 'lastName', 'name'] as const satisfies readonly PeopleField[];

/** Fields that only a list of officials has. */
const OFFICIALS_ONLY = ['role', 'kind', 'district', 'office'] as const satisfies readonly PeopleField[];

/** Whether a list, or an entry, with these fields is of officials. */
export const isOfOfficials = (fields: { has(field: PeopleField): boolean }): boolean =>
  fields.has('role') && (fields.has('kind') || fields.has('district'));

/** Outside of lists of officials "Role" or "Kind" may mean anything, so they count as unknown. */
function dropOfficeColumns(columns: Columns<PeopleField>): Columns<PeopleField> {
  const byField = new Map(columns.byField);
  const unknown = [...columns.unknown];
  for (const field of OFFICIALS_ONLY) {
    const column = byField.get(field);
    if (column !== undefined) unknown.push(column.heading);
    byField.delete(field);
  }
  return { ...columns, byField, unknown };
}

/** The reader of a table with these columns. */
export function createPersonReader(
  all: Columns<PeopleField>,
  options: ReadOptions,
): RowReader<PeopleField, PersonDraft> & { readonly columns: Columns<PeopleField> } {
  const officials = isOfOfficials(all.byField);
  return {
    columns: officials ? all : dropOfficeColumns(all),
    customFields: options.customFields ?? [],
    dateOrder: options.dateOrder,
    parse: (row, cells) => parsePersonRow(row, cells, officials, options, all.byField),
  };
}
