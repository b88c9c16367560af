// Resolves the hierarchy of organizations over a whole file.
import type { TenantStore } from '../data/store.ts';
import { organizationsById } from '../directory/organization-store.ts';
import { organizationMerges } from '../directory/record-merge/merge-kind.ts';
import { listMergedInto } from '../directory/record-merge/merge-record.ts';
import { foldForSort } from '../lists/fold-for-sort.ts';
import { idByExternalId, parseExternalId } from './identity.ts';
import { createOrganizationFinder } from './organization-finder.ts';
import type { OrganizationDraft } from './organization-row.ts';
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
    await resolveParentNames(tenant, await refuseMerged(tenant, rows), options),
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

/** Gives each draft the id of the parent it names, by id or by name, in the file or among the tenant's. */
async function resolveParentNames(
  tenant: TenantStore,
  rows: readonly Row<OrganizationDraft>[],
  options: ReadOptions,
): Promise<Row<OrganizationDraft>[]> {
  const finder = createOrganizationFinder(tenant, options);
  const ids = new Set<string>();
  const idsByName = new Map<string, Set<string>>();
  for (const row of rows) {
    if (!('record' in row)) continue;
    const { id, content } = row.record;
    ids.add(id);
    const name = foldForSort(content.name);
    idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
  }
  const parentOf = async (value: string): Promise<string | { readonly reason: string }> => {
    const byId = idByExternalId('organization', parseExternalId(value, options), options);
    if (ids.has(byId)) return byId;
    const [named, second] = idsByName.get(foldForSort(value)) ?? [];
    if (named !== undefined)
      return second === undefined ? named : { reason: 'is the name of several organizations' };
    const stored = await finder.byExternalId(value);
    if ('id' in stored) return stored.id;
    const found = await finder.byName(value);
    if ('id' in found) return found.id;
    return {
      reason:
        found.reason === 'ambiguous'
          ? 'is the name of several organizations'
          : 'is neither the id nor the name of an organization in this tenant or this file',
    };
  };
  const resolved: Row<OrganizationDraft>[] = [];
  for (const row of rows) {
    if (!('record' in row) || row.record.parent === undefined) {
      resolved.push(row);
      continue;
    }
    const { parent, content } = row.record;
    const found = await parentOf(parent.value);
    resolved.push(
      typeof found === 'string'
        ? { ...row, record: { ...row.record, content: { ...content, parentId: found } } }
        : {
            ...row,
            leftOut: [...row.leftOut, { field: parent.field, reason: found.reason, value: parent.value }],
          },
    );
  }
  return resolved;
}
