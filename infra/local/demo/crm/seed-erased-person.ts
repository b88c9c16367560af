// Seeds the report of an erasure that is done: the example of how one ends.

import { erasureOfPerson, putErasure } from '../../../../functions/crm/people/erasure/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import { putErasedIds } from '../../../../shared/data/erased-ids.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { demoId } from '../steps/references.ts';

/** Seeds the erasure and returns the id of the erased person. */
export async function seedErasedPerson(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const id = demoId(tenant.code, 'person:erased');
  const moment = now.toISOString();
  if (!(await erasureOfPerson(tenant, id)))
    await commit([
      ...putErasedIds(tenant, [id], now),
      putErasure(tenant, undefined, {
        id,
        status: 'done',
        mark: 'demo',
        requestedDate: moment,
        startedAt: moment,
        requestedBy: 'demo',
        finishedDate: moment,
        progress: { phase: 'data' },
        counts: {
          person: { removed: 1, pseudonymised: 0 },
          notification: { removed: 3, pseudonymised: 0 },
          registration: { removed: 0, pseudonymised: 2 },
          change: { removed: 0, pseudonymised: 5 },
        },
      }),
    ]);
  return { erasedPersonId: id };
}
