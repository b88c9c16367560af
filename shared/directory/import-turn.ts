// Which import may change a tenant's hierarchy of a kind: one at a time, and nobody else meanwhile.
import { type Change, type Condition, check } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { conflict } from '../errors/failure.ts';

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
export const isTurnFree = (moment: number): Condition => ({
  expression: 'attribute_not_exists(pk) OR #until < :now',
  names: { '#until': 'until' },
  values: { ':now': moment },
});

/** The write succeeds only while no import changes the hierarchy: together they could close a cycle. */
export const checkNoImport = (tenant: TenantStore, kind: HierarchyKind, moment: Date): Change =>
  check(
    turnKey(tenant, kind),
    isTurnFree(moment.getTime()),
    conflict(
      `An import of ${kind} is running, which may change the same hierarchy: send this again in a minute.`,
    ),
  );
