// Resolves the committees of a whole file: which exist already, their organizations and their hierarchy.
import type { TenantStore } from '../../data/store.ts';
import { committeesById } from '../../directory/committees/committee-store.ts';
import { numberCommittees } from '../../legislature/committee-numbers.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { omitOwnId } from '../matching/identity.ts';
import { createOrganizationFinder, type FoundOrganization } from '../matching/organization-finder.ts';
import { resolveParentNames } from '../matching/parent-names.ts';
import { resolveParents } from '../matching/resolve-parents.ts';
import { listSharedNames } from '../matching/shared-names.ts';
import type { ParsedRow, ReadOptions, RefusedRow, Row } from '../rows/row-source.ts';
import { type CommitteeLookup, createCommitteeLookup } from './committee-lookup.ts';
import type { CommitteeDraft } from './committee-row.ts';

/**
 * The rows with the ids of the committees that they are of, and of their organizations and parents, which may be anywhere in
 * the file. Those in a cycle and further rows of a committee are refused.
 */
export async function resolveCommittees<D extends CommitteeDraft>(
  tenant: TenantStore,
  rows: readonly Row<D>[],
  options: ReadOptions,
): Promise<readonly Row<D>[]> {
  const lookup = createCommitteeLookup(tenant, options);
  const owned = await resolveOrganizations(tenant, rows, options);
  const placed = await resolveParentNames('committee', owned, lookup, options);
  return resolveParents(tenant, await matchExisting(placed, lookup), committeesById);
}

/** What drafts are of: the committee of each, and why others are refused. */
interface Matches {
  readonly matched: Map<string, string>;
  readonly refused: Map<string, string>;
}

/**
 * Finds the committees of rows with an id: by our id, by the id of the source, or by name, where only one has it and the source
 * could not have named it yet.
 */
async function matchIdentified(
  drafts: readonly CommitteeDraft[],
  lookup: CommitteeLookup,
  except: ReadonlySet<string>,
  { matched, refused }: Matches,
): Promise<void> {
  await lookup.load(drafts.flatMap(({ id, ownId }) => (ownId === undefined ? [id] : [id, ownId])));
  const shared = listSharedNames(drafts);
  for (const { id, ownId, content } of drafts) {
    if (lookup.has(id)) continue;
    const [externalId] = content.externalIds ?? [];
    const known: FoundOrganization =
      ownId !== undefined && lookup.has(ownId)
        ? { id: ownId }
        : externalId
          ? await lookup.findByStoredId(externalId)
          : { reason: 'unknown' };
    if ('id' in known) matched.set(id, known.id);
    else if (known.reason === 'ambiguous')
      refused.set(id, 'has an id that several committees of this tenant have; give the id of one of ours');
    else if (!shared.has(foldForSort(content.name))) {
      const found = await lookup.findUnidentified(content, except);
      if (found !== undefined) matched.set(id, found);
    }
  }
}

/** Gives rows the ids of committees that were created by other means. */
async function matchExisting<D extends CommitteeDraft>(
  rows: readonly Row<D>[],
  lookup: CommitteeLookup,
): Promise<readonly Row<D>[]> {
  const drafts = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const ids = new Set(drafts.map(({ id }) => id));
  const matches: Matches = { matched: new Map(), refused: new Map() };
  const { matched, refused } = matches;
  await matchIdentified(
    drafts.filter(({ isNamed }) => !isNamed),
    lookup,
    ids,
    matches,
  );
  for (const { id, isNamed, content } of drafts) {
    if (!isNamed) continue;
    const found = await lookup.byName(content.name, ids);
    if ('id' in found) matched.set(id, found.id);
    else if (found.reason === 'ambiguous')
      refused.set(id, 'is the name of several committees of this tenant; give the id of one');
  }
  return rows.map((row) => {
    if (!('record' in row)) return row;
    const reason = refused.get(row.record.id);
    return reason === undefined
      ? replaceIds(row, matched)
      : buildRefusal(row.row, 'name', reason, row.record.content.name);
  });
}

function replaceIds<D extends CommitteeDraft>(
  row: ParsedRow<D>,
  matched: ReadonlyMap<string, string>,
): ParsedRow<D> {
  const { id, content } = row.record;
  const { parentId, externalIds: given, ...rest } = content;
  const found = matched.get(id) ?? id;
  const externalIds = omitOwnId(given, found);
  return {
    ...row,
    record: {
      ...row.record,
      id: found,
      content: {
        ...rest,
        ...(parentId !== undefined && { parentId: matched.get(parentId) ?? parentId }),
        ...(externalIds && { externalIds }),
      },
    },
  };
}

const buildRefusal = (row: string, field: string, reason: string, value: string): RefusedRow => ({
  row,
  problems: [{ field, reason, value }],
});

/** Gives committees the organizations that they name; one that the tenant does not have is left out. */
async function resolveOrganizations<D extends CommitteeDraft>(
  tenant: TenantStore,
  rows: readonly Row<D>[],
  options: ReadOptions,
): Promise<readonly Row<D>[]> {
  const finder = createOrganizationFinder(tenant, options);
  const resolved: Row<D>[] = [];
  for (const row of rows) {
    const named = 'record' in row ? row.record.organization : undefined;
    if (!('record' in row) || named === undefined) {
      resolved.push(row);
      continue;
    }
    const byId = await finder.byExternalId(named.value);
    const found = 'id' in byId ? byId : await finder.byName(named.value);
    const { content } = row.record;
    const reason =
      'reason' in found && found.reason === 'ambiguous'
        ? 'is the name of several organizations of this tenant'
        : 'names no organization of this tenant';
    resolved.push(
      'id' in found
        ? { ...row, record: { ...row.record, content: { ...content, organizationId: found.id } } }
        : { ...row, leftOut: [...row.leftOut, { field: named.field, reason, value: named.value }] },
    );
  }
  return resolved;
}

/** Gives the legislative committees among these their numbers. Repeating it changes nothing. */
export async function assignNumbers(tenant: TenantStore, ids: readonly string[]): Promise<void> {
  const stored = await committeesById(tenant, ids);
  await numberCommittees(
    tenant,
    stored.filter((committee) => committee !== undefined),
  );
}
