// Marks a person who has got another name, of which training records have a copy (docs/interface/training.md#names).
//
// Areas do not import each other: the kind of the timer is stated here, its rule in functions/training/people/rename-person.ts.
import type { Change } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { setTimer } from '../../schedule/timers.ts';
import { displayName } from './person.ts';
import type { PersonItem } from './person-store.ts';

/** Gives the records of a person their present name; its subject is the id of the person. */
export const renameTimer = 'person-renamed';

/** Has the records of a person given the name that a write gives to the person. */
export const markRename = (
  tenant: TenantStore,
  before: PersonItem | undefined,
  after: PersonItem,
): readonly Change[] =>
  !before || displayName(before) === displayName(after)
    ? []
    : [setTimer(tenant, { kind: renameTimer, subject: after.id, dueAt: new Date(after.modifiedDate) })];
