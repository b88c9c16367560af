// Lets one import at a time change a tenant's hierarchy of a kind, so that two together cannot create a cycle.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, commit, StaleRead } from '../../shared/data/changes.ts';
import type { Key } from '../../shared/data/store.ts';
import {
  extendTurn,
  releaseTurn,
  TURN_SECONDS,
  type TurnItem,
  takeTurn,
  turnKey,
} from '../../shared/directory/record/import-turn.ts';
import type { ImportRun } from './import-rows.ts';

/** The parts of an import run that a turn needs. */
type ExclusiveRun = Pick<ImportRun, 'tenant' | 'dryRun' | 'remark'>;

const msBetweenTries = 500;

/**
 * Runs `work` while no other import of this kind runs in the tenant; waits, with a remark, until another has ended.
 * Every commit of `work` includes the change of `run.guard`: it extends the turn, and its condition fails the commit
 * once another import has taken the turn. So a killed import blocks others for at most `TURN_SECONDS`, and one that was
 * only suspended writes nothing once another has begun.
 */
export async function runExclusively<R extends ExclusiveRun, T>(
  run: R,
  kind: string,
  work: (run: R & Pick<ImportRun, 'guard'>) => Promise<T>,
): Promise<T> {
  if (run.dryRun) return work(run);
  const key = turnKey(run.tenant, kind);
  const holder = randomUUID();
  await waitForTurn(run, kind, key, holder);
  const guard = (): Change => extendTurn(key, holder, kind, Date.now());
  try {
    return await work({ ...run, guard });
  } finally {
    // A turn that cannot be released expires by itself.
    await commit([releaseTurn(key, holder)]).catch(() => undefined);
  }
}

async function waitForTurn(
  run: ExclusiveRun,
  kind: string,
  key: Key<TurnItem>,
  holder: string,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await commit([takeTurn(key, holder, Date.now())]);
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
    }
    if (tries === 0)
      run.remark([
        `Another import of ${kind} into this tenant is under way; this one waits for it to end, or to be idle for ${TURN_SECONDS} seconds.`,
      ]);
    await sleep(msBetweenTries);
  }
}
