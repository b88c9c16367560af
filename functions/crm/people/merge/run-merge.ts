// Moves the references of a merge, step by step, and writes down how far it came.
import { randomUUID } from 'node:crypto';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  endUndo,
  isSettled,
  mergedRecordsKey,
  mergeOfPerson,
  type PersonMergeItem,
  pickMerge,
  putMerge,
} from '../../../../shared/directory/person-merge/merge-record.ts';
import {
  iterateSteps,
  moveGroup,
  type StepResult,
  undoStep,
} from '../../../../shared/directory/person-merge/move-references.ts';
import { iterateReferences } from '../../../../shared/directory/person-merge/person-references.ts';

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

/** The steps that are left, each done when it is asked for. */
async function* takeSteps(
  tenant: TenantStore,
  merge: PersonMergeItem,
  now: Date,
): AsyncGenerator<StepResult> {
  const move = { from: merge.id, into: merge.into };
  if (merge.status === 'undoing') {
    for await (const step of iterateSteps(tenant, merge.id)) yield undoStep(tenant, step, move);
    return;
  }
  const records = await tenant.get(mergedRecordsKey(tenant, merge.id), { consistent: true });
  const person = { ...records?.removed, id: merge.id };
  for await (const group of iterateReferences(tenant, person)) yield moveGroup(tenant, group, move, now);
}

/** Writes down what was done; a merge that somebody has changed since (an undo) stays as it is. */
async function saveProgress(
  tenant: TenantStore,
  { id, mark }: PersonMergeItem,
  { moved, failed }: Tally,
  { isWhole, now }: { readonly isWhole: boolean; readonly now: Date },
): Promise<void> {
  await decideAndCommit(async () => {
    const current = await mergeOfPerson(tenant, id);
    if (!current || current.mark !== mark) return { changes: [] };
    const isUndo = current.status === 'undoing';
    const lines = (known: readonly string[]): string[] =>
      [...new Set([...known, ...failed])].slice(0, MAX_LINES);
    const counts = { ...current.moved };
    for (const [type, count] of Object.entries(moved))
      counts[type] = (counts[type] ?? 0) + (isUndo ? -count : count);
    const after: PersonMergeItem = {
      ...pickMerge(current),
      moved: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      ...(isUndo ? { notUndone: lines(current.notUndone) } : { notMoved: lines(current.notMoved) }),
      ...(isWhole ? { status: isUndo ? 'undone' : 'done' } : { mark: randomUUID() }),
    };
    const isOpen = !isWhole || (!isUndo && !isSettled(current, now));
    return {
      changes: [
        putMerge(tenant, current, after, isOpen),
        ...(isWhole && isUndo ? endUndo(tenant, current) : []),
      ],
    };
  });
}

/** Does the steps that are left, as long as there is time; what remains is left to another call. */
export async function runMerge(
  tenant: TenantStore,
  merge: PersonMergeItem,
  { isInTime, now }: Run,
): Promise<void> {
  const tally: Tally = { moved: {}, failed: new Set() };
  let isWhole = isInTime();
  if (isWhole)
    for await (const step of takeSteps(tenant, merge, now)) {
      countStep(tally, step);
      isWhole = isInTime();
      if (!isWhole) break;
    }
  await saveProgress(tenant, merge, tally, { isWhole, now });
}
