// Lets one import at a time change a tenant's hierarchy of a kind, so that two together cannot make a circle.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, type Condition, commit, put, remove, StaleRead } from '../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../shared/data/store.ts';
import { conflict } from '../../shared/errors/failure.ts';
import type { ImportRun } from './import-rows.ts';

/** What it takes of an import to give it a turn. */
type ExclusiveRun = Pick<ImportRun, 'tenant' | 'dryRun' | 'remark'>;

/** Which import has its turn; whoever wrote nothing for `turnSeconds` has lost it to the next that asks. */
interface TurnItem {
  readonly type: 'import-turn';
  readonly holder: string;
  /** Until when nobody else may take it, epoch milliseconds. */
  readonly until: number;
  readonly ttl: number;
}

/** How long an import that was killed keeps others waiting, in seconds. */
const turnSeconds = 60;
const msBetweenTries = 500;

/** The item that holds the turn of a kind. */
export const turnKey = (tenant: TenantStore, kind: string): Key<TurnItem> =>
  tenant.key(`IMPORT#${kind}`, 'TURN');

const buildTurn = (holder: string): TurnItem => {
  const until = Date.now() + turnSeconds * 1000;
  return { type: 'import-turn', holder, until, ttl: Math.ceil(until / 1000) + 86_400 };
};

const isFree = (): Condition => ({
  expression: 'attribute_not_exists(pk) OR #until < :now',
  names: { '#until': 'until' },
  values: { ':now': Date.now() },
});

const isHeldBy = (holder: string): Condition => ({
  expression: '#holder = :holder',
  names: { '#holder': 'holder' },
  values: { ':holder': holder },
});

/**
 * Does `work` while no other import of this kind goes on in the tenant; waits, and says so, until another has ended.
 * Every commit of `work` carries what `run.beside` gives: it holds the turn for another while, and it lets the commit
 * stand only as long as nobody else has taken the turn. So a killed import stops nobody for longer than `turnSeconds`,
 * and one that was only asleep writes nothing more once another has begun.
 */
export async function runExclusively<R extends ExclusiveRun, T>(
  run: R,
  kind: string,
  work: (run: R & Pick<ImportRun, 'beside'>) => Promise<T>,
): Promise<T> {
  if (run.dryRun) return work(run);
  const key = turnKey(run.tenant, kind);
  const holder = randomUUID();
  await takeTurn(run, kind, key, holder);
  const otherwise = conflict(
    `Another import of ${kind} into this tenant has begun, for this one had done nothing for ${turnSeconds} seconds.`,
  );
  const beside = (): Change => put(key, buildTurn(holder), { condition: isHeldBy(holder), otherwise });
  try {
    return await work({ ...run, beside });
  } finally {
    // One that cannot be given back lapses by itself.
    await commit([remove(key, { condition: isHeldBy(holder), otherwise: 'decide again' })]).catch(
      () => undefined,
    );
  }
}

async function takeTurn(run: ExclusiveRun, kind: string, key: Key<TurnItem>, holder: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await commit([put(key, buildTurn(holder), { condition: isFree(), otherwise: 'decide again' })]);
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
