// What prevents a merge: something that both people have, and of which one person can have only one.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { mergeOfPerson, mergesInto } from '../../../../shared/directory/person-merge/merge-record.ts';
import { listExclusive } from '../../../../shared/directory/person-merge/person-references.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { conflict, type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';

/** @throws Failure 409 while references of either person are being moved */
export async function assertNoOpenMerge(tenant: TenantStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const [own, others] = await Promise.all([mergeOfPerson(tenant, id), mergesInto(tenant, id)]);
    const open = [...(own ? [own] : []), ...others].find(
      ({ status }) => status === 'running' || status === 'undoing',
    );
    if (open)
      throw conflict(
        `References of the person ${id} are still being moved by the merge of ${open.id} into ${open.into}: try again in a minute.`,
      );
  }
}

/** @throws Failure 409 with everything that both have and one person can't have twice */
export async function assertMergeable(
  tenant: TenantStore,
  remaining: PersonItem,
  removed: PersonItem,
): Promise<void> {
  const [own, others] = await Promise.all([
    listExclusive(tenant, remaining.id),
    listExclusive(tenant, removed.id),
  ]);
  const details = others.flatMap(({ key, what, how }): ErrorDetail[] =>
    own.some((each) => each.key === key)
      ? [{ code: 'NOT_ALLOWED', message: `Both people have ${what}. ${how}`, target: 'personId' }]
      : [],
  );
  if (details.length === 0) return;
  const message =
    details.length === 1
      ? (details[0]?.message ?? '')
      : `The two people have ${details.length} things that one person can have only once (see details).`;
  throw new Failure('CONFLICT', message, { target: 'personId', details });
}
