// What prevents a merge: something that both people have, and of which one person can have only one.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { listExclusive } from '../../../../shared/directory/record-merge/person-references.ts';
import { type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';

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
