// Opens the list of an export, whichever it is.

import type { TenantStore } from '../../../shared/data/store.ts';
import { type CustomFieldItem, listCustomFields } from '../../../shared/directory/record/custom-field.ts';
import type { Cell, ExportColumn } from './columns.ts';
import { committees } from './exported-committees.ts';
import type { ExportedList, ListContext } from './exported-list.ts';
import { memberships } from './exported-memberships.ts';
import { organizations } from './exported-organizations.ts';
import { people } from './exported-people.ts';
import type { ExportFilter, ExportInput, ExportList } from './schemas.ts';

const lists = { people, organizations, committees, memberships } as const;

/** The permission that an export of a list requires. */
export const getPermission = (list: ExportList) => lists[list].permission;

/** The custom fields of the records of a list. */
export const loadListFields = async (
  tenant: TenantStore,
  list: ExportList,
): Promise<readonly CustomFieldItem[]> => {
  const { owner }: { readonly owner?: 'people' | 'organizations' } = lists[list];
  return owner ? listCustomFields(tenant, owner) : [];
};

/** All columns of a list. */
export const listColumns = (
  list: ExportList,
  fields: readonly CustomFieldItem[],
): readonly Omit<ExportColumn<never>, 'read'>[] => lists[list].columns(fields);

/** A page of rows, and where the next one begins. */
interface RowsPage {
  readonly rows: readonly (readonly Cell[])[];
  readonly next?: string | undefined;
}

/** A list that was opened: the columns of the request, its pages from any position, and its size. */
export interface OpenedList {
  readonly columns: readonly { readonly name: string; readonly title: string }[];
  readonly readRows: (after: string | undefined) => Promise<RowsPage>;
  readonly count: () => Promise<number | undefined>;
}

async function open<L extends ExportList, T>(
  list: ExportedList<L, T>,
  context: ListContext,
  filter: ExportFilter<L>,
  names: readonly string[],
): Promise<OpenedList> {
  const all = new Map(list.columns(context.fields).map((column) => [column.name, column]));
  // A field that was removed meanwhile leaves its column out.
  const columns = names.flatMap((name) => all.get(name) ?? []);
  const readPage = await list.open(context, filter);
  return {
    columns,
    readRows: async (after) => {
      const { records, next } = await readPage(after);
      return { rows: records.map((record) => columns.map(({ read }) => read(record))), next };
    },
    count: () => list.count(context.tenant, filter),
  };
}

/**
 * Opens the list of a request.
 * @throws Failure VALIDATION_ERROR for a filter by an unknown custom field
 */
export function openList(
  context: ListContext,
  request: ExportInput,
  columns: readonly string[],
): Promise<OpenedList> {
  switch (request.list) {
    case 'people':
      return open(people, context, request.filterBody, columns);
    case 'organizations':
      return open(organizations, context, request.filterBody, columns);
    case 'committees':
      return open(committees, context, request.filterBody, columns);
    case 'memberships':
      return open(memberships, context, request.filterBody, columns);
  }
}
