// Which import may change a tenant's hierarchy of a kind: one at a time, and nobody else meanwhile.
import { type Change, type Condition, check, put, remove } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import { conflict } from '../../errors/failure.ts';

/** The kinds of record with a hierarchy. */
type HierarchyKind = 'organizations' | 'committees';

/** The import that has its turn. One that wrote nothing for some time loses it to the next one. */
export interface TurnItem {
  readonly type: 'import-turn';
  readonly holder: string;
  /** Until when no other import may take it, epoch milliseconds. */
  readonly until: number;
  readonly ttl: number;
}

/** The key of the item for the turn of a kind. */
export const turnKey = (tenant: TenantStore, kind: string): Key<TurnItem> =>
  tenant.key(`IMPORT#${kind}`, 'TURN');

/** No import has its turn at this moment, in epoch milliseconds. */
const isTurnFree = (moment: number): Condition => ({
  expression: 'attribute_not_exists(pk) OR #until < :now',
  names: { '#until': 'until' },
  values: { ':now': moment },
});

/** How long an import that does nothing blocks others, in seconds. */
export const TURN_SECONDS = 60;
const DAY_SECONDS = 24 * 3600;

const buildTurn = (holder: string, moment: number): TurnItem => {
  const until = moment + TURN_SECONDS * 1000;
  return { type: 'import-turn', holder, until, ttl: Math.ceil(until / 1000) + DAY_SECONDS };
};

const isHeldBy = (holder: string): Condition => ({
  expression: '#holder = :holder',
  names: { '#holder': 'holder' },
  values: { ':holder': holder },
});

/** Takes the turn, or keeps it; the rule is run again while another import has it. `moment` is in epoch milliseconds. */
export function takeTurn(key: Key<TurnItem>, holder: string, moment: number): Change {
  const [free, held] = [isTurnFree(moment), isHeldBy(holder)];
  return put(key, buildTurn(holder, moment), {
    condition: {
      expression: `${free.expression} OR ${held.expression}`,
      names: { ...free.names, ...held.names },
      values: { ...free.values, ...held.values },
    },
    onConflict: 'retry',
  });
}

/** Extends the turn; the commit fails once another import has taken it. */
export const extendTurn = (key: Key<TurnItem>, holder: string, kind: string, moment: number): Change =>
  put(key, buildTurn(holder, moment), {
    condition: isHeldBy(holder),
    onConflict: conflict(
      `Another import of ${kind} into this tenant has begun, for this one had done nothing for ${TURN_SECONDS} seconds.`,
    ),
  });

/** Gives the turn back. */
export const releaseTurn = (key: Key<TurnItem>, holder: string): Change =>
  remove(key, { condition: isHeldBy(holder), onConflict: 'retry' });

/** The write succeeds only while no import changes the hierarchy: together they could close a cycle. */
export const checkNoImport = (tenant: TenantStore, kind: HierarchyKind, moment: Date): Change =>
  check(
    turnKey(tenant, kind),
    isTurnFree(moment.getTime()),
    conflict(
      `An import of ${kind} is running, which may change the same hierarchy: send this again in a minute.`,
    ),
  );
