// Imports the rows of organizations page by page, as `npm run import` does a file.
import { organizations } from '../../../shared/directory/collection.ts';
import { readRow } from '../../../shared/import/flat-rows.ts';
import { importBatch, type RowResult } from '../../../shared/import/import-batch.ts';
import { resolveOrganizationParents } from '../../../shared/import/organization-parents.ts';
import {
  createOrganizationReader,
  ORGANIZATION_HEADINGS,
  type OrganizationDraft,
} from '../../../shared/import/organization-row.ts';
import type { Row } from '../../../shared/import/row-source.ts';
import { checkWidth } from '../../../shared/import/table.ts';
import { toReaderColumns } from './mapping.ts';
import type { PageImporter, RowsContext } from './page-importer.ts';

/** The importer of pages of organizations. A row may name a parent of any other page, so all are read first. */
export async function openOrganizationImporter({
  tenant,
  columns,
  options,
  loadPage,
  pages,
}: RowsContext): Promise<PageImporter> {
  const reader = createOrganizationReader(toReaderColumns(columns, ORGANIZATION_HEADINGS), options);
  const all: Row<OrganizationDraft>[] = [];
  const starts: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    starts.push(all.length);
    for (const [row, cells] of await loadPage(page))
      all.push(readRow(checkWidth({ row, cells }, columns.length), '', reader));
  }
  const resolved = await resolveOrganizationParents(tenant, all, options);
  return (page, write): Promise<readonly RowResult[]> =>
    importBatch(tenant, organizations, resolved.slice(starts[page], starts[page + 1]), write);
}
