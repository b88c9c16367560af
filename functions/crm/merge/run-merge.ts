// Moves the references of a merge, step by step, and writes down how far it came.
import { randomUUID } from 'node:crypto';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type MergeKind,
  organizationMerges,
  peopleMerges,
} from '../../../shared/directory/record-merge/merge-kind.ts';
import {
  endUndo,
  guardState,
  isOtherState,
  isSettled,
  loadMergedRecords,
  type MergeItem,
  mergeById,
  pickMerge,
  putMerge,
  unfollowMerge,
} from '../../../shared/directory/record-merge/merge-record.ts';
import { moveGroup } from '../../../shared/directory/record-merge/move-references.ts';
import { iterateOrganizationReferences } from '../../../shared/directory/record-merge/organization-references.ts';
import {
  iterateReferences,
  type ReferenceGroup,
} from '../../../shared/directory/record-merge/person-references.ts';
import { undoStep } from '../../../shared/directory/record-merge/undo-step.ts';
import { iterateSteps, type StepResult } from '../../../shared/merges/merge-steps.ts';

/** How many lines a report has at most. */
const MAX_LINES = 200;

interface Run {
  /** Whether there is time for another step. */
  readonly isInTime: () => boolean;
  readonly now: Date;
}

/** What several steps did. */
interface Tally {
  readonly moved: Record<string, number>;
  readonly failed: Set<string>;
}

const countStep = ({ moved, failed }: Tally, step: StepResult): void => {
  for (const type of step.moved) moved[type] = (moved[type] ?? 0) + 1;
  for (const line of step.failed) failed.add(line);
};

/** A kind of record whose references can be moved. */
export interface RunKind extends MergeKind {
  /** The references to a removed record, those that change together in one group. */
  readonly iterateReferences: (tenant: TenantStore, id: string) => AsyncGenerator<ReferenceGroup>;
}

const peopleRuns: RunKind = {
  ...peopleMerges,
  async *iterateReferences(tenant, id) {
    const [records] = await loadMergedRecords(tenant, peopleMerges, [id]);
    yield* iterateReferences(tenant, { ...records?.removed, id });
  },
};

/** What the functions move references of. */
export const runKinds: readonly RunKind[] = [
  peopleRuns,
  { ...organizationMerges, iterateReferences: iterateOrganizationReferences },
];

/** The steps that are left, each done when it is iterated. */
async function* takeSteps(
  tenant: TenantStore,
  kind: RunKind,
  merge: MergeItem,
  now: Date,
): AsyncGenerator<StepResult> {
  const move = { kind, from: merge.id, into: merge.into, guard: guardState(tenant, kind, merge) };
  if (merge.status === 'undoing') {
    for await (const step of iterateSteps(tenant, move)) yield undoStep(tenant, step, move, now);
    return;
  }
  for await (const group of kind.iterateReferences(tenant, merge.id))
    yield moveGroup(tenant, group, move, now);
}

/** Writes down what was done; a merge that somebody has changed since (an undo) stays as it is. */
async function saveProgress(
  tenant: TenantStore,
  kind: RunKind,
  { id, mark, status }: MergeItem,
  { moved, failed }: Tally,
  { isWhole, now }: { readonly isWhole: boolean; readonly now: Date },
): Promise<void> {
  await decideAndCommit(async () => {
    const current = await mergeById(tenant, kind, id);
    if (!current || current.mark !== mark || current.status !== status) return { changes: [] };
    const isUndo = current.status === 'undoing';
    const lines = (known: readonly string[]): string[] =>
      [...new Set([...known, ...failed])].slice(0, MAX_LINES);
    const counts = { ...current.moved };
    for (const [type, count] of Object.entries(moved))
      counts[type] = (counts[type] ?? 0) + (isUndo ? -count : count);
    const after: MergeItem = {
      ...pickMerge(current),
      moved: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      ...(isUndo ? { notUndone: lines(current.notUndone) } : { notMoved: lines(current.notMoved) }),
      ...(isWhole ? { status: isUndo ? 'undone' : 'done' } : { mark: randomUUID() }),
    };
    const isOpen = !isWhole || (!isUndo && !isSettled(current, now, kind));
    return {
      changes: [
        putMerge(tenant, kind, current, after, isOpen),
        ...(isWhole && isUndo ? endUndo(tenant, kind, current) : []),
        ...(isWhole && current.status !== 'done' ? [unfollowMerge(tenant, current)] : []),
      ],
    };
  });
}

/**
 * Does the steps that are left, as long as there is time; what remains is left to another call. Each step is held to the
 * state in which the merge was read: the run ends where a user has changed it since.
 */
export async function runMerge(
  tenant: TenantStore,
  kind: RunKind,
  merge: MergeItem,
  { isInTime, now }: Run,
): Promise<void> {
  if (merge.status === 'undone') return;
  const tally: Tally = { moved: {}, failed: new Set() };
  let isWhole = isInTime();
  try {
    if (isWhole)
      for await (const step of takeSteps(tenant, kind, merge, now)) {
        countStep(tally, step);
        isWhole = isInTime();
        if (!isWhole) break;
      }
  } catch (error) {
    if (!isOtherState(error)) throw error;
    return;
  }
  await saveProgress(tenant, kind, merge, tally, { isWhole, now });
}
