// Lets one import at a time change a tenant's hierarchy of a kind, so that two together cannot create a cycle.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, type Condition, commit, put, remove, StaleRead } from '../../shared/data/changes.ts';
import type { Key } from '../../shared/data/store.ts';
import { isTurnFree, type TurnItem, turnKey } from '../../shared/directory/import-turn.ts';
import { conflict } from '../../shared/errors/failure.ts';
import type { ImportRun } from './import-rows.ts';

/** The parts of an import run that a turn needs. */
type ExclusiveRun = Pick<ImportRun, 'tenant' | 'dryRun' | 'remark'>;

/** How long a killed import blocks others, in seconds. */
const turnSeconds = 60;
const msBetweenTries = 500;

const buildTurn = (holder: string): TurnItem => {
  const until = Date.now() + turnSeconds * 1000;
  return { type: 'import-turn', holder, until, ttl: Math.ceil(until / 1000) + 86_400 };
};

const isHeldBy = (holder: string): Condition => ({
  expression: '#holder = :holder',
  names: { '#holder': 'holder' },
  values: { ':holder': holder },
});

/**
 * Runs `work` while no other import of this kind runs in the tenant; waits, with a remark, until another has ended.
 * Every commit of `work` includes the change of `run.guard`: it extends the turn, and its condition fails the commit
 * once another import has taken the turn. So a killed import blocks others for at most `turnSeconds`, and one that was
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
  await takeTurn(run, kind, key, holder);
  const onConflict = conflict(
    `Another import of ${kind} into this tenant has begun, for this one had done nothing for ${turnSeconds} seconds.`,
  );
  const guard = (): Change => put(key, buildTurn(holder), { condition: isHeldBy(holder), onConflict });
  try {
    return await work({ ...run, guard });
  } finally {
    // A turn that cannot be released expires by itself.
    await commit([remove(key, { condition: isHeldBy(holder), onConflict: 'retry' })]).catch(() => undefined);
  }
}

async function takeTurn(run: ExclusiveRun, kind: string, key: Key<TurnItem>, holder: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await commit([
        put(key, buildTurn(holder), { condition: isTurnFree(Date.now()), onConflict: 'retry' }),
      ]);
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
    }
    if (tries === 0)
      run.remark([
        `Another import of ${kind} into this tenant is under way; this one waits for it to end, or to be idle for ${turnSeconds} seconds.`,
      ]);
    await sleep(msBetweenTries);
  }
}
