// Erases what names a person, step by step, and writes down how far it came.
import { randomUUID } from 'node:crypto';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type ErasedCount,
  eraseGroup,
  type ItemOutcome,
} from '../../../../shared/directory/person-data/erase-group.ts';
import type { PersonIdentity } from '../../../../shared/directory/person-data/identity.ts';
import { walkChangeFeed, walkFiles } from '../../../../shared/directory/person-data/iterate-history.ts';
import { iterateLostHints } from '../../../../shared/directory/person-data/iterate-lost-hints.ts';
import {
  iteratePersonData,
  iterateSaved,
} from '../../../../shared/directory/person-data/iterate-person-data.ts';
import { createRedactor, type Redactor } from '../../../../shared/directory/person-data/redact.ts';
import { isSettled } from '../../../../shared/directory/record-merge/merge-record.ts';
import type { ReferenceGroup } from '../../../../shared/directory/record-merge/person-references.ts';
import { countErased } from './present.ts';
import {
  type ErasureProgress,
  erasureOfPerson,
  type PersonErasureItem,
  pickErasure,
  putErasure,
} from './store.ts';

interface Run {
  /** Whether there is time for another step. */
  readonly isInTime: () => boolean;
  readonly now: Date;
}

/** Some groups, and from where another call continues when they are done. */
interface Step {
  readonly groups: readonly ReferenceGroup[];
  readonly progress: ErasureProgress;
}

const phases = ['data', 'changes', 'files'] as const;

/** The steps that are left. */
async function* listSteps(
  tenant: TenantStore,
  identity: PersonIdentity,
  redactor: Redactor,
  { progress, now }: { readonly progress: ErasureProgress; readonly now: Date },
): AsyncGenerator<Step> {
  for (const phase of phases.slice(phases.indexOf(progress.phase))) {
    const after = phase === progress.phase ? progress.after : undefined;
    // What has a listing by person is found from the start: an earlier call has left nothing of what it did.
    if (phase === 'data') {
      for await (const keys of iteratePersonData(tenant, identity, redactor))
        yield { groups: [keys], progress: { phase } };
      for await (const keys of iterateSaved(tenant, redactor)) yield { groups: [keys], progress: { phase } };
      // After the bills: their rows no longer have the person's name.
      for await (const keys of iterateLostHints(tenant, identity))
        yield { groups: [keys], progress: { phase } };
    } else {
      const parts =
        phase === 'changes'
          ? walkChangeFeed(tenant, identity, redactor, after)
          : walkFiles(tenant, redactor, now, after);
      for await (const { groups, position } of parts) yield { groups, progress: { phase, after: position } };
    }
  }
}

/** What was done in a call: by type the numbers of items, and the places of those that stay. */
interface Tally {
  readonly counts: Record<string, ErasedCount>;
  readonly kept: Map<string, Set<string>>;
}

/** Adds what became of an item. An item is met more than once. */
function addOutcome({ counts, kept }: Tally, { type, done, place }: ItemOutcome): void {
  if (done === 'kept') kept.set(type, (kept.get(type) ?? new Set()).add(place));
  else countErased(counts, { type, done });
}

/** Writes down what was done. The first time through is followed by another one, when it is settled. */
async function saveProgress(
  tenant: TenantStore,
  { id, mark, progress: begun }: PersonErasureItem,
  { counts, kept }: Tally,
  { progress, now }: { readonly progress: ErasureProgress | undefined; readonly now: Date },
): Promise<void> {
  await decideAndCommit(async () => {
    const current = await erasureOfPerson(tenant, id);
    if (!current || current.mark !== mark) return { changes: [] };
    const sums: Record<string, ErasedCount> = { ...current.counts };
    for (const [type, { removed, pseudonymised }] of Object.entries(counts)) {
      const before = sums[type] ?? { removed: 0, pseudonymised: 0 };
      sums[type] = { removed: before.removed + removed, pseudonymised: before.pseudonymised + pseudonymised };
    }
    // What stays is found again each time; from the start on, it is counted anew.
    const keptBefore = begun.phase === 'data' ? {} : (current.kept ?? {});
    const keptSums = Object.fromEntries(
      [...new Set([...Object.keys(keptBefore), ...kept.keys()])].map((type) => [
        type,
        (keptBefore[type] ?? 0) + (kept.get(type)?.size ?? 0),
      ]),
    );
    const { open, ...others } = { ...pickErasure(current), counts: sums, kept: keptSums };
    const next =
      progress !== undefined
        ? { ...others, open, mark: randomUUID(), progress }
        : isSettled(current, now)
          ? {
              ...others,
              status: 'done' as const,
              progress: { phase: 'data' as const },
              finishedDate: now.toISOString(),
            }
          : { ...others, open, status: 'settling' as const, progress: { phase: 'data' as const } };
    return { changes: [putErasure(tenant, current, next)] };
  });
}

/** Does the steps that are left, as long as there is time; what remains is left to another call. */
export async function runErasure(
  tenant: TenantStore,
  erasure: PersonErasureItem,
  { isInTime, now }: Run,
): Promise<void> {
  if (!erasure.open) return;
  const { identity, pseudonym } = erasure.open;
  const redactor = createRedactor(identity, pseudonym);
  const tally: Tally = { counts: {}, kept: new Map() };
  let progress: ErasureProgress | undefined = isInTime() ? undefined : erasure.progress;
  if (progress === undefined)
    for await (const step of listSteps(tenant, identity, redactor, { progress: erasure.progress, now })) {
      for (const keys of step.groups)
        for (const item of await eraseGroup(tenant, keys, identity, redactor)) addOutcome(tally, item);
      if (isInTime()) continue;
      progress = step.progress;
      break;
    }
  await saveProgress(tenant, erasure, tally, { progress, now });
}
