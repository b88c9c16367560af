// Decides which rows of a hierarchy are imported: one per record, none in a cycle, and no missing parent.
import type { TenantStore } from '../../data/store.ts';
import { buildDuplicateRow } from '../rows/refuse-duplicate.ts';
import type { ParsedRow, Row, RowProblem } from '../rows/row-source.ts';
import type { Cell } from '../rows/values.ts';
import { findCycles } from './find-cycles.ts';

/** A record that may name a parent. */
export interface TreeRecord {
  readonly id: string;
  readonly content: { readonly name: string; readonly parentId?: string | undefined };
  /** The parent as the row writes it, for messages. */
  readonly parent?: Cell | undefined;
}

/** Such a record as it is stored. */
export interface StoredTreeRecord {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
}

/** Loads stored records; missing ones are left out or undefined. */
export type LoadTreeRecords = (
  tenant: TenantStore,
  ids: readonly string[],
) => Promise<readonly (StoredTreeRecord | undefined)[]>;

/** The rows while they are resolved: the current row of each record, and those that would replace it. */
interface RowIndex<D> {
  readonly rows: Row<D>[];
  readonly current: Map<string, number>;
  /** The name of the first row of each record, also of a refused one. */
  readonly firstRows: ReadonlyMap<string, string>;
  readonly duplicates: Map<string, number[]>;
}

/**
 * The rows that can be imported (docs/interface/crm.md#organization-tree: no cycle, and each refusal names its path).
 * Of several rows of the same record the first valid one is taken. A row that names a parent in a cycle is refused; one
 * without a parent never is, whatever is stored. A parent that does not exist, or whose own row was refused, is left
 * out of its row and reported.
 */
export async function resolveParents<D extends TreeRecord>(
  tenant: TenantStore,
  rows: readonly Row<D>[],
  loadRecords: LoadTreeRecords,
): Promise<readonly Row<D>[]> {
  const index = indexRows(rows);
  const stored = new Map<string, StoredTreeRecord | undefined>();
  for (let isResolved = false; !isResolved; ) {
    const parentOf = await loadParents(tenant, index, stored, loadRecords);
    isResolved = !refuseCycles(index, parentOf, stored) && !leaveOutOrphans(index, stored);
  }
  refuseDuplicates(index);
  return index.rows;
}

function indexRows<D extends TreeRecord>(rows: readonly Row<D>[]): RowIndex<D> {
  const rowById = new Map<string, number>();
  const waiting = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (!('record' in row)) continue;
    const { id } = row.record;
    if (rowById.has(id)) waiting.set(id, [...(waiting.get(id) ?? []), index]);
    else rowById.set(id, index);
  }
  const first = new Map([...rowById].map(([id, index]) => [id, rows[index]?.row ?? '']));
  return { rows: [...rows], current: rowById, duplicates: waiting, firstRows: first };
}

/** The current row of a record. */
function currentRow<D extends TreeRecord>(
  { rows, current }: RowIndex<D>,
  id: string,
): ParsedRow<D> | undefined {
  const row = rows[current.get(id) ?? -1];
  return row && 'record' in row ? row : undefined;
}

/** The parent of every record, up to the roots: what its row names, else what is stored. */
async function loadParents<D extends TreeRecord>(
  tenant: TenantStore,
  index: RowIndex<D>,
  stored: Map<string, StoredTreeRecord | undefined>,
  loadRecords: LoadTreeRecords,
): Promise<ReadonlyMap<string, string | undefined>> {
  const parentOf = new Map<string, string | undefined>();
  const named = (id: string) => currentRow(index, id)?.record.content.parentId;
  let next = [...index.current.keys()];
  while (next.length > 0) {
    const unknown = next.filter((id) => named(id) === undefined && !stored.has(id));
    const found = await loadRecords(tenant, unknown);
    for (const id of unknown) stored.set(id, undefined);
    for (const branch of found) if (branch) stored.set(branch.id, branch);
    for (const id of next) parentOf.set(id, named(id) ?? stored.get(id)?.parentId);
    next = [...new Set(next.flatMap((id) => parentOf.get(id) ?? []))].filter((id) => !parentOf.has(id));
  }
  return parentOf;
}

/** Refuses the rows that name a parent in a cycle; the next row of such a record takes its place. */
function refuseCycles<D extends TreeRecord>(
  index: RowIndex<D>,
  parentOf: ReadonlyMap<string, string | undefined>,
  stored: ReadonlyMap<string, StoredTreeRecord | undefined>,
): boolean {
  const findName = (id: string): string =>
    currentRow(index, id)?.record.content.name ?? stored.get(id)?.name ?? id;
  const refused = findCycles(parentOf).flatMap((circle) =>
    circle.flatMap((id) => {
      const row = currentRow(index, id);
      if (row?.record.content.parentId === undefined) return [];
      return [{ id, row: row.row, problems: [buildCycleProblem(circle, id, row.record.parent, findName)] }];
    }),
  );
  for (const { id, row, problems } of refused) {
    index.rows[index.current.get(id) ?? -1] = { row, problems };
    const next = index.duplicates.get(id)?.shift();
    if (next === undefined) index.current.delete(id);
    else index.current.set(id, next);
  }
  return refused.length > 0;
}

/** Leaves out the parents that are neither stored nor in the file. */
function leaveOutOrphans<D extends TreeRecord>(
  index: RowIndex<D>,
  stored: ReadonlyMap<string, StoredTreeRecord | undefined>,
): boolean {
  let wereOrphans = false;
  for (const [id, position] of index.current) {
    const row = currentRow(index, id);
    const parentId = row?.record.content.parentId;
    if (row === undefined || parentId === undefined) continue;
    if (index.current.has(parentId) || stored.get(parentId) !== undefined) continue;
    const { parentId: _, ...content } = row.record.content;
    const problem = buildOrphanProblem(parentId, row.record.parent, index.firstRows.get(parentId));
    const leftOut = [...row.leftOut, problem];
    index.rows[position] = { ...row, record: { ...row.record, content }, leftOut };
    wereOrphans = true;
  }
  return wereOrphans;
}

/** Refuses the rows of a record that another row gives. */
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
  findName: (id: string) => string,
): RowProblem {
  const start = circle.indexOf(id);
  const path = [...circle.slice(start), ...circle.slice(0, start), id].map(findName);
  return {
    field: parent?.field ?? 'parent',
    reason: `is part of a cycle: ${path.join(' > ')}`,
    value: findName(id),
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
        ? `names a record that does not exist, because row ${refused} was refused`
        : 'names no record of this tenant or this file',
    value: parent?.value ?? parentId,
  };
}
