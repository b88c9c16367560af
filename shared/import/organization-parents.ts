// Resolves the hierarchy of organizations over a whole file.
import type { TenantStore } from '../data/store.ts';
import { organizationsById } from '../directory/organization-store.ts';
import { organizationMerges } from '../directory/record-merge/merge-kind.ts';
import { listMergedInto } from '../directory/record-merge/merge-record.ts';
import { createOrganizationFinder } from './organization-finder.ts';
import type { OrganizationDraft } from './organization-row.ts';
import { resolveParentNames } from './parent-names.ts';
import { resolveParents } from './resolve-parents.ts';
import type { ReadOptions, Row } from './row-source.ts';

/** The rows with the ids of their parents; those in a cycle and further rows of a record are refused. */
export const resolveOrganizationParents = async (
  tenant: TenantStore,
  rows: readonly Row<OrganizationDraft>[],
  options: ReadOptions,
): Promise<readonly Row<OrganizationDraft>[]> =>
  resolveParents(
    tenant,
    await resolveParentNames(
      'organization',
      await refuseMerged(tenant, rows),
      createOrganizationFinder(tenant, options),
      options,
    ),
    organizationsById,
  );

/** Refuses rows of organizations that were merged into others: an import would bring them back. */
async function refuseMerged(
  tenant: TenantStore,
  rows: readonly Row<OrganizationDraft>[],
): Promise<readonly Row<OrganizationDraft>[]> {
  const ids = [...new Set(rows.flatMap((row) => ('record' in row ? [row.record.id] : [])))];
  const merged = await listMergedInto(tenant, organizationMerges, ids);
  return rows.map((row) => {
    const into = 'record' in row ? merged.get(row.record.id) : undefined;
    if (!('record' in row) || into === undefined) return row;
    const reason = `was merged into the organization ${into}; leave the row out, or undo the merge`;
    return { row: row.row, problems: [{ field: '(row)', reason, value: row.record.id }] };
  });
}
