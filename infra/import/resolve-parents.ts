// Settles which rows of a hierarchy are taken: one for each record, none in a circle, and no parent that is not there.
import type { TenantStore } from '../../shared/data/store.ts';
import { findCycles } from './find-cycles.ts';
import { buildDuplicateRow } from './read/refuse-duplicate.ts';
import type { ParsedRow, Row, RowProblem } from './read/row-source.ts';
import type { Cell } from './read/values.ts';

/** A record that may name a parent. */
export interface TreeRecord {
  readonly id: string;
  readonly content: { readonly name: string; readonly parentId?: string | undefined };
  /** The parent as the row writes it, for messages. */
  readonly parent?: Cell | undefined;
}

/** What is kept of such a record. */
export interface StoredTreeRecord {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
}

/** Finds kept records; those that are nowhere are left out or undefined. */
export type LoadTreeRecords = (
  tenant: TenantStore,
  ids: readonly string[],
) => Promise<readonly (StoredTreeRecord | undefined)[]>;

/** The rows while they are settled: which row stands for each record, and which would come after it. */
interface RowIndex<D> {
  readonly rows: Row<D>[];
  readonly current: Map<string, number>;
  /** The name of the first row of each record, whatever became of it. */
  readonly firstRows: ReadonlyMap<string, string>;
  readonly duplicates: Map<string, number[]>;
}

/**
 * The rows as they can be taken (docs/interface/crm.md#organization-tree: no circle, and each names the way round).
 * Of several rows that speak of the same record the first that can be taken stands. A row that names a parent in a
 * circle is refused; one that says nothing of a parent never is, whatever is kept already. A parent that is nowhere,
 * or whose own row was refused, is left out of its row and told.
 */
export async function resolveParents<D extends TreeRecord>(
  tenant: TenantStore,
  rows: readonly Row<D>[],
  keptBranches: LoadTreeRecords,
): Promise<readonly Row<D>[]> {
  const standing = indexRows(rows);
  const kept = new Map<string, StoredTreeRecord | undefined>();
  for (let isSettled = false; !isSettled; ) {
    const parentOf = await loadParents(tenant, standing, kept, keptBranches);
    isSettled = !refuseCycles(standing, parentOf, kept) && !leaveOutOrphans(standing, kept);
  }
  refuseDuplicates(standing);
  return standing.rows;
}

function indexRows<D extends TreeRecord>(rows: readonly Row<D>[]): RowIndex<D> {
  const at = new Map<string, number>();
  const waiting = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (!('record' in row)) continue;
    const { id } = row.record;
    if (at.has(id)) waiting.set(id, [...(waiting.get(id) ?? []), index]);
    else at.set(id, index);
  }
  const first = new Map([...at].map(([id, index]) => [id, rows[index]?.row ?? '']));
  return { rows: [...rows], current: at, duplicates: waiting, firstRows: first };
}

/** The row that stands for a record. */
function currentRow<D extends TreeRecord>(
  { rows, current }: RowIndex<D>,
  id: string,
): ParsedRow<D> | undefined {
  const row = rows[current.get(id) ?? -1];
  return row && 'record' in row ? row : undefined;
}

/** The parent of every record, up to the roots: what its row names, else what is kept. */
async function loadParents<D extends TreeRecord>(
  tenant: TenantStore,
  standing: RowIndex<D>,
  kept: Map<string, StoredTreeRecord | undefined>,
  keptBranches: LoadTreeRecords,
): Promise<ReadonlyMap<string, string | undefined>> {
  const parentOf = new Map<string, string | undefined>();
  const named = (id: string) => currentRow(standing, id)?.record.content.parentId;
  let next = [...standing.current.keys()];
  while (next.length > 0) {
    const unknown = next.filter((id) => named(id) === undefined && !kept.has(id));
    const found = await keptBranches(tenant, unknown);
    for (const id of unknown) kept.set(id, undefined);
    for (const branch of found) if (branch) kept.set(branch.id, branch);
    for (const id of next) parentOf.set(id, named(id) ?? kept.get(id)?.parentId);
    next = [...new Set(next.flatMap((id) => parentOf.get(id) ?? []))].filter((id) => !parentOf.has(id));
  }
  return parentOf;
}

/** Refuses the rows that name a parent in a circle; the next row of such a record takes its place. */
function refuseCycles<D extends TreeRecord>(
  standing: RowIndex<D>,
  parentOf: ReadonlyMap<string, string | undefined>,
  kept: ReadonlyMap<string, StoredTreeRecord | undefined>,
): boolean {
  const nameOf = (id: string): string =>
    currentRow(standing, id)?.record.content.name ?? kept.get(id)?.name ?? id;
  const refused = findCycles(parentOf).flatMap((circle) =>
    circle.flatMap((id) => {
      const row = currentRow(standing, id);
      if (row?.record.content.parentId === undefined) return [];
      return [{ id, row: row.row, faults: [buildCycleProblem(circle, id, row.record.parent, nameOf)] }];
    }),
  );
  for (const { id, row, faults } of refused) {
    standing.rows[standing.current.get(id) ?? -1] = { row, faults };
    const next = standing.duplicates.get(id)?.shift();
    if (next === undefined) standing.current.delete(id);
    else standing.current.set(id, next);
  }
  return refused.length > 0;
}

/** Leaves out the parents that are neither kept nor stand in the file. */
function leaveOutOrphans<D extends TreeRecord>(
  standing: RowIndex<D>,
  kept: ReadonlyMap<string, StoredTreeRecord | undefined>,
): boolean {
  let wereOrphans = false;
  for (const [id, index] of standing.current) {
    const row = currentRow(standing, id);
    const parentId = row?.record.content.parentId;
    if (row === undefined || parentId === undefined) continue;
    if (standing.current.has(parentId) || kept.get(parentId) !== undefined) continue;
    const { parentId: _, ...content } = row.record.content;
    const fault = buildOrphanProblem(parentId, row.record.parent, standing.firstRows.get(parentId));
    const leftOut = [...row.leftOut, fault];
    standing.rows[index] = { ...row, record: { ...row.record, content }, leftOut };
    wereOrphans = true;
  }
  return wereOrphans;
}

/** Refuses the rows that speak of a record for which another stands. */
function refuseDuplicates<D extends TreeRecord>({ rows, current, duplicates }: RowIndex<D>): void {
  for (const [id, others] of duplicates) {
    const first = rows[current.get(id) ?? -1];
    for (const index of others) {
      const row = rows[index];
      if (first && row) rows[index] = buildDuplicateRow(row.row, first.row);
    }
  }
}

function buildCycleProblem(
  circle: readonly string[],
  id: string,
  parent: Cell | undefined,
  nameOf: (id: string) => string,
): RowProblem {
  const start = circle.indexOf(id);
  const path = [...circle.slice(start), ...circle.slice(0, start), id].map(nameOf);
  return {
    field: parent?.field ?? 'parent',
    reason: `runs in a circle: ${path.join(' > ')}`,
    value: nameOf(id),
  };
}

function buildOrphanProblem(
  parentId: string,
  parent: Cell | undefined,
  refused: string | undefined,
): RowProblem {
  return {
    field: parent?.field ?? 'parent',
    reason:
      refused !== undefined
        ? `names a record that is not there, for row ${refused} was refused`
        : 'names no record of this tenant or this file',
    value: parent?.value ?? parentId,
  };
}
