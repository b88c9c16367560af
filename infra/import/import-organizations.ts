// Imports organizations: resolves their hierarchy over the whole file, then imports the rows.
import { organizations } from '../../shared/directory/collection.ts';
import { organizationsById } from '../../shared/directory/organization-store.ts';
import { foldForSort } from '../../shared/lists/fold-for-sort.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { createOrganizationFinder } from './organization-finder.ts';
import { idByExternalId, parseExternalId } from './read/identity.ts';
import { type OrganizationDraft, readOrganizations } from './read/organizations.ts';
import { type Row, UnreadableSource } from './read/row-source.ts';
import { resolveParents } from './resolve-parents.ts';
import { runExclusively } from './run-exclusively.ts';

/** Imports a file or folder of organizations. */
export async function importOrganizations(run: ImportRun): Promise<void> {
  const reading = await readOrganizations(run.path, run.read);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no organizations.`);
  run.remark(reading.remarks);
  run.progress.begin('organizations', reading.total);
  const rows: Row<OrganizationDraft>[] = [];
  for await (const row of reading.rows) rows.push(row);
  await runExclusively(run, 'organizations', async (alone) => {
    const named = await resolveParentNames(alone, rows);
    const resolved = await resolveParents(alone.tenant, named, organizationsById);
    await importRows(alone, 'organizations', organizations, resolved);
  });
  run.progress.end();
}

/** Gives each draft the id of the parent it names, by id or by name, in the file or among the tenant's. */
async function resolveParentNames(
  run: ImportRun,
  rows: readonly Row<OrganizationDraft>[],
): Promise<Row<OrganizationDraft>[]> {
  const finder = createOrganizationFinder(run.tenant, run.read);
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
    const byId = idByExternalId('organization', parseExternalId(value, run.read), run.read);
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
