// Finds the parents that rows name, and refuses rows that would make a circle.
import type { TenantStore } from '../../shared/data/store.ts';
import type { Fault, ReadRow, Row } from './read/reading.ts';
import { circles } from './tree.ts';

/** A record that may name a parent. */
export interface Branch {
  readonly id: string;
  readonly content: { readonly name: string; readonly parentId?: string | undefined };
}

/** Finds the parents of kept records: the parent's id, `null` for a record without one, absent for no record. */
export type KeptParents = (
  tenant: TenantStore,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string | null>>;

/**
 * The rows with parents that are there: in the file or among what is kept. A parent that is nowhere is left out
 * of its row; rows whose parents run in a circle are refused, naming it (domain.md 1B).
 */
export async function settledParents<D extends Branch>(
  tenant: TenantStore,
  rows: readonly Row<D>[],
  keptParents: KeptParents,
): Promise<readonly Row<D>[]> {
  const read = rows.filter((row): row is ReadRow<D> => 'record' in row);
  const parentOf = new Map<string, string | undefined>(
    read.map(({ record }) => [record.id, record.content.parentId]),
  );
  const absent = await addKept(tenant, parentOf, keptParents);
  const circleOf = new Map(circles(parentOf).flatMap((circle) => circle.map((id) => [id, circle] as const)));
  const nameOf = new Map(read.map(({ record }) => [record.id, record.content.name]));
  return rows.map((row) => {
    if (!('record' in row)) return row;
    const { id, content } = row.record;
    const circle = circleOf.get(id);
    if (circle !== undefined) return { row: row.row, faults: [circleFault(circle, id, nameOf)] };
    if (content.parentId === undefined || !absent.has(content.parentId)) return row;
    const { parentId: _, ...orphan } = content;
    const fault = {
      field: 'parent',
      reason: 'names no record of this tenant or this file',
      value: content.parentId,
    };
    return { ...row, record: { ...row.record, content: orphan }, leftOut: [...row.leftOut, fault] };
  });
}

/** Adds the parents of what is kept, up to the roots; returns the ids that are nowhere. */
async function addKept(
  tenant: TenantStore,
  parentOf: Map<string, string | undefined>,
  keptParents: KeptParents,
): Promise<ReadonlySet<string>> {
  const absent = new Set<string>();
  let next = unknownParents(parentOf, absent);
  // Records of the file that name no parent keep the one they have.
  const silent = [...parentOf].flatMap(([id, parent]) => (parent === undefined ? [id] : []));
  for (const [id, parent] of await keptParents(tenant, silent)) if (parent !== null) parentOf.set(id, parent);
  next = unknownParents(parentOf, absent);
  while (next.length > 0) {
    const kept = await keptParents(tenant, next);
    for (const id of next) {
      const parent = kept.get(id);
      if (parent === undefined) absent.add(id);
      else parentOf.set(id, parent ?? undefined);
    }
    next = unknownParents(parentOf, absent);
  }
  return absent;
}

const unknownParents = (
  parentOf: ReadonlyMap<string, string | undefined>,
  absent: ReadonlySet<string>,
): string[] => [
  ...new Set(
    [...parentOf.values()].flatMap((id) =>
      id === undefined || parentOf.has(id) || absent.has(id) ? [] : [id],
    ),
  ),
];

function circleFault(circle: readonly string[], id: string, nameOf: ReadonlyMap<string, string>): Fault {
  const start = circle.indexOf(id);
  const path = [...circle.slice(start), ...circle.slice(0, start), id].map((at) => nameOf.get(at) ?? at);
  return { field: 'parent', reason: `runs in a circle: ${path.join(' > ')}`, value: nameOf.get(id) ?? id };
}
