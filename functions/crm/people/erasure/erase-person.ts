// POST /api/v1/people/{id}/Erase
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { putErasedIds } from '../../../../shared/data/erased-ids.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { decideErasure, type ErasedCount } from '../../../../shared/directory/person-data/erase-group.ts';
import { listHolds } from '../../../../shared/directory/person-data/holds.ts';
import { loadIdentity } from '../../../../shared/directory/person-data/identity.ts';
import { loadPersonData } from '../../../../shared/directory/person-data/iterate-person-data.ts';
import { createRedactor } from '../../../../shared/directory/person-data/redact.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { people } from '../../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../../shared/directory/writing/record-changes.ts';
import { conflict, Failure } from '../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { isDryRun } from '../../../../shared/http/validate-only.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertNoOpenMerge } from '../../merge/list-merges.ts';
import { requirePerson } from '../write-person.ts';
import { erasePerson } from './contract.ts';
import { countErased, presentErasure } from './present.ts';
import { erasureOfPerson, type PersonErasureItem, putErasure } from './store.ts';

/** The most changes of a transaction (DynamoDB API Reference, TransactWriteItems), and room for the stored reply. */
const MAX_CHANGES = 98;

/** @throws Failure 409 with every reason */
function refuseHeld(reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  const details = reasons.map((message) => ({ code: 'NOT_ALLOWED' as const, message, target: 'id' }));
  const message =
    reasons.length === 1
      ? (reasons[0] ?? '')
      : `The person can't be erased yet for ${reasons.length} reasons (see details).`;
  throw new Failure('CONFLICT', message, { target: 'id', details });
}

/** What the function would do with what is listed by person. */
async function planErasure(
  tenant: TenantStore,
  { identity, pseudonym }: NonNullable<PersonErasureItem['open']>,
): Promise<Pick<PersonErasureItem, 'counts' | 'kept'>> {
  const redactor = createRedactor(identity, pseudonym);
  const counts: Record<string, ErasedCount> = {};
  const kept: Record<string, number> = {};
  for (const item of await loadPersonData(tenant, identity, redactor)) {
    const erasure = decideErasure(item, identity, redactor);
    const type = item.type ?? 'counter';
    if (erasure.kind === 'keep') kept[type] = (kept[type] ?? 0) + 1;
    if (erasure.kind === 'none' || erasure.kind === 'keep') continue;
    countErased(counts, { type, done: erasure.kind === 'pseudonymise' ? 'pseudonymised' : 'removed' });
  }
  return { counts, kept };
}

export const handler = lambda(erasePerson, async (context) => {
  const { tenant, params, caller, now, receivedAt, ifMatch, newId, settings, request } = context;
  const person = await requirePerson(tenant, params.id);
  const { id } = person;
  ifUnchanged(person.version, ifMatch);
  await assertNoOpenMerge(tenant, peopleMerges, [id]);
  const today = toLocalDate(settings.timeZone, now);
  refuseHeld(await listHolds(tenant, person, { now, today, timeZone: settings.timeZone }));
  const identity = await loadIdentity(tenant, person);
  const erasure = {
    id,
    status: 'running' as const,
    mark: newId(),
    requestedDate: now.toISOString(),
    startedAt: receivedAt.toISOString(),
    requestedBy: caller.subject,
    progress: { phase: 'data' as const },
    counts: { person: { removed: 1, pseudonymised: 0 } },
    open: { identity, pseudonym: newId() },
  };
  const changes = [
    ...(await buildRecordChanges(tenant, people, [], undefined, [person])),
    ...putErasedIds(tenant, identity.ids, now),
    putErasure(tenant, await erasureOfPerson(tenant, id), erasure),
    auditRecordChange(tenant, { recordType: 'Person', recordId: id, before: {} }, context),
  ];
  if (changes.length > MAX_CHANGES)
    throw conflict(
      `The first step of the erasure would be ${changes.length} changes at once, and at most ${MAX_CHANGES} are possible: the person has too many names and addresses, remove some of them first.`,
    );
  if (isDryRun(request))
    return write(
      changes,
      ok({
        ...presentErasure({ ...erasure, ...(await planErasure(tenant, erasure.open)) }),
        status: 'Planned' as const,
      }),
    );
  return write(changes, ok({ ...presentErasure(erasure) }));
});
