// Finds the parents that the rows of a hierarchy name, by id or by name, in the file or among the tenant's.
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { idByExternalId, parseExternalId } from './identity.ts';
import type { FoundOrganization } from './organization-finder.ts';
import type { TreeRecord } from './resolve-parents.ts';

/** Finds stored records. */
export interface RecordFinder {
  readonly byExternalId: (id: string) => Promise<FoundOrganization>;
  readonly byName: (name: string) => Promise<FoundOrganization>;
}

/** Gives each draft the id of the parent it names. One that can't be found is left out and reported. */
export async function resolveParentNames<D extends TreeRecord>(
  kind: 'organization' | 'committee',
  rows: readonly Row<D>[],
  finder: RecordFinder,
  options: ReadOptions,
): Promise<Row<D>[]> {
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
    const byId = idByExternalId(kind, parseExternalId(value, options), options);
    if (ids.has(byId)) return byId;
    const [named, second] = idsByName.get(foldForSort(value)) ?? [];
    if (named !== undefined)
      return second === undefined ? named : { reason: `is the name of several ${kind}s` };
    const stored = await finder.byExternalId(value);
    if ('id' in stored) return stored.id;
    const found = await finder.byName(value);
    if ('id' in found) return found.id;
    return {
      reason:
        found.reason === 'ambiguous'
          ? `is the name of several ${kind}s`
          : `is neither the id nor the name of ${kind === 'committee' ? 'a committee' : 'an organization'} in this tenant or this file`,
    };
  };
  const resolved: Row<D>[] = [];
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
