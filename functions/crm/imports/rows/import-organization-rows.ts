// Imports the rows of organizations page by page, as `npm run import` does a file.
import { organizations } from '../../../../shared/directory/writing/collection.ts';
import { ORGANIZATION_HEADINGS } from '../../../../shared/import/headings/organization-headings.ts';
import { importBatch, type RowResult } from '../../../../shared/import/import-batch.ts';
import { resolveOrganizationParents } from '../../../../shared/import/organizations/organization-parents.ts';
import { createOrganizationReader } from '../../../../shared/import/organizations/organization-row.ts';
import { toReaderColumns } from '../record/mapping.ts';
import type { PageImporter, RowsContext } from './page-importer.ts';
import { readAllPages } from './read-pages.ts';

/** The importer of pages of organizations. A row may name a parent of any other page, so all are read first. */
export async function openOrganizationImporter(context: RowsContext): Promise<PageImporter> {
  const { tenant, columns, options } = context;
  const reader = createOrganizationReader(toReaderColumns(columns, ORGANIZATION_HEADINGS), options);
  const { rows, starts } = await readAllPages(context, reader);
  const resolved = await resolveOrganizationParents(tenant, rows, options);
  return (page, write): Promise<readonly RowResult[]> =>
    importBatch(tenant, organizations, resolved.slice(starts[page], starts[page + 1]), write);
}
