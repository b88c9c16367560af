// Resolves the hierarchy of organizations over a whole file.
import type { TenantStore } from '../../data/store.ts';
import { organizationsById } from '../../directory/organizations/organization-store.ts';
import { organizationMerges } from '../../directory/record-merge/merge-kind.ts';
import { listMergedInto } from '../../directory/record-merge/merge-record.ts';
import { createOrganizationFinder } from '../matching/organization-finder.ts';
import { resolveParentNames } from '../matching/parent-names.ts';
import { resolveParents } from '../matching/resolve-parents.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { matchOrganizations } from './existing-organizations.ts';
import type { OrganizationDraft } from './organization-row.ts';

/**
 * The rows with the ids of the organizations that they are of, and of their parents; those in a cycle and further rows of an
 * organization are refused.
 */
export async function resolveOrganizationParents(
  tenant: TenantStore,
  rows: readonly Row<OrganizationDraft>[],
  options: ReadOptions,
): Promise<readonly Row<OrganizationDraft>[]> {
  const present = await refuseMerged(tenant, rows);
  const finder = createOrganizationFinder(tenant, options);
  const placed = await resolveParentNames('organization', present, finder, options);
  return resolveParents(tenant, await matchOrganizations(tenant, placed), organizationsById);
}

/** Refuses rows of organizations that were merged into others: an import would bring them back. */
async function refuseMerged(
  tenant: TenantStore,
  rows: readonly Row<OrganizationDraft>[],
): Promise<readonly Row<OrganizationDraft>[]> {
  const listIds = ({ id, ownId }: OrganizationDraft): string[] => (ownId === undefined ? [id] : [id, ownId]);
  const ids = [...new Set(rows.flatMap((row) => ('record' in row ? listIds(row.record) : [])))];
  const merged = await listMergedInto(tenant, organizationMerges, ids);
  return rows.map((row) => {
    const given = 'record' in row ? listIds(row.record) : [];
    const into = given.map((id) => merged.get(id)).find((each) => each !== undefined);
    if (!('record' in row) || into === undefined) return row;
    const reason = `was merged into the organization ${into}; leave the row out, or undo the merge`;
    return { row: row.row, problems: [{ field: '(row)', reason, value: row.record.id }] };
  });
}
