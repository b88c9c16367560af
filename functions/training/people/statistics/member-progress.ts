// The progress of a member in every award, for the paths that existing callers use.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { loadAllProgress } from '../../records/progress/load-all-progress.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';

interface MemberRequest {
  readonly params: { readonly personId: string };
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly now: Date;
}

/**
 * A member's record, and their progress in every award that they work for or have.
 * @throws Failure 403 when the caller is neither this person nor may read credits; 404 when there is no such person
 */
export async function loadMemberProgress({
  params: { personId },
  tenant,
  settings,
  caller,
  now,
}: MemberRequest) {
  assertMayActFor(caller, personId, 'training.credits.read');
  const [person, record] = await Promise.all([
    personById(tenant, personId),
    loadPersonRecord(tenant, personId),
  ]);
  if (!person) throw notFound('person', personId, 'personId');
  const today = toLocalDate(settings.timeZone, now);
  const { entries } = await loadAllProgress(tenant, record, today);
  return { record, entries, today };
}
