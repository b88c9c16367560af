// Imports the rows of memberships page by page, as `npm run import` does a file.
import { memberships } from '../../../../shared/directory/writing/collection.ts';
import { createMembershipResolver } from '../../../../shared/import/committees/membership-resolver.ts';
import {
  createMembershipReader,
  MEMBERSHIP_HEADINGS,
  type MembershipDraft,
} from '../../../../shared/import/committees/membership-row.ts';
import { importBatch, type RowResult } from '../../../../shared/import/import-batch.ts';
import type { Row } from '../../../../shared/import/rows/row-source.ts';
import { readRow } from '../../../../shared/import/tables/flat-rows.ts';
import { checkWidth } from '../../../../shared/import/tables/table.ts';
import { toReaderColumns } from '../record/mapping.ts';
import type { PageImporter, RowsContext } from './page-importer.ts';

/** The importer of pages of memberships; earlier pages are resolved again, so that no term is imported twice. */
export async function openMembershipImporter({
  tenant,
  columns,
  options,
  loadPage,
  from,
  today,
}: RowsContext): Promise<PageImporter> {
  const reader = createMembershipReader(toReaderColumns(columns, MEMBERSHIP_HEADINGS), options);
  const resolver = createMembershipResolver(tenant, options, today);
  const resolvePage = async (page: number): Promise<Row<MembershipDraft>[]> => {
    const rows = (await loadPage(page)).map(([row, cells]) =>
      readRow(checkWidth({ row, cells }, columns.length), '', reader),
    );
    await resolver.load(rows);
    return rows.map(resolver.resolve);
  };
  for (let page = 0; page < from; page += 1) await resolvePage(page);
  return async (page, write): Promise<readonly RowResult[]> =>
    importBatch(tenant, memberships, await resolvePage(page), write);
}
