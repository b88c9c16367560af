// The timer of a run that awards many people: one person for each timer, in the transaction of the timer, so that each is
// decided about once, however often a run is cut off.
import { tenantKey } from '../../../../shared/auth/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { setTimer, type Timer, type TimerItem } from '../../../../shared/schedule/timers.ts';
import { listAwardRegistrationsPage } from '../../awards/registration/list-by-award.ts';
import { awardPerson } from '../certifications/award-person.ts';
import {
  type AwardingItem,
  type AwardingResultItem,
  awardingKey,
  putAwarding,
  putResult,
} from './awarding.ts';

/** Registrants who are read at once. */
const pageSize = 50;

/** The timer that decides about the next person, as soon as it is found. */
export const awardingTimer = (id: string, now: Date): Timer => ({
  kind: 'awarding',
  subject: id,
  dueAt: now,
});

/** The run with the next page of registrants, when all of the page before are decided about. */
async function loadPending(tenant: TenantStore, run: AwardingItem): Promise<AwardingItem> {
  if (run.pending.length > 0 || run.isLastPage) return run;
  const { awardId, cursor } = run;
  const { items, next } = await listAwardRegistrationsPage(tenant, awardId, {
    ...{ status: 'Active', pageSize, cursor },
  });
  return {
    ...run,
    pending: items.map(({ personId }) => personId),
    cursor: next,
    isLastPage: next === undefined,
  };
}

/** Awards a person, or says why not. */
async function decidePerson(
  tenant: TenantStore,
  { awardId, completedDate, requestedBy: by, isPreview, ttl }: AwardingItem,
  personId: string,
  now: Date,
  newId: () => string,
): Promise<{ readonly result: AwardingResultItem; readonly changes: readonly Change[] }> {
  const settings = await tenant.get(tenantKey(tenant));
  if (!settings) throw new Error(`The tenant ${tenant.code} has no settings`);
  const shared = { type: 'awarding-result', personId, ttl } as const;
  try {
    const input = { awardId, personId, completedDate };
    const { certification, changes } = await awardPerson({ tenant, settings, by, now, newId }, input);
    const { id: certificationId, personName, certificateNumber, validThrough } = certification;
    // A preview makes no certification, so it has neither an id nor a number.
    const made = isPreview ? {} : { certificationId, certificateNumber };
    return {
      result: { ...shared, personName, isAwarded: true, ...made, ...(validThrough && { validThrough }) },
      changes: isPreview ? [] : changes,
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const { code, message, details } = error;
    const reasons = details.map((detail) => ({ ...detail }));
    return {
      result: { ...shared, isAwarded: false, error: { code, message, details: reasons } },
      changes: [],
    };
  }
}

/** Runs a timer `awarding`, whose subject is the run: decides about the next person, or ends the run. */
export async function continueAwarding(
  tenant: TenantStore,
  { subject }: TimerItem,
  now: Date,
  newId: () => string,
): Promise<readonly Change[]> {
  const before = await tenant.get(awardingKey(tenant, subject), { consistent: true });
  if (before?.status !== 'InProgress') return [];
  const run = await loadPending(tenant, before);
  const [personId, ...pending] = run.pending;
  if (personId === undefined)
    return [putAwarding(tenant, before, { ...run, status: 'Done', finishedDate: now.toISOString() })];
  const { result, changes } = await decidePerson(tenant, run, personId, now, newId);
  const after = {
    ...run,
    pending,
    examined: run.examined + 1,
    awarded: run.awarded + Number(result.isAwarded),
    refused: run.refused + Number(!result.isAwarded),
  };
  const isEnd = pending.length === 0 && run.isLastPage;
  return [
    putAwarding(
      tenant,
      before,
      isEnd ? { ...after, status: 'Done', finishedDate: now.toISOString() } : after,
    ),
    putResult(tenant, run.id, result),
    ...changes,
    ...(isEnd ? [] : [setTimer(tenant, awardingTimer(run.id, now))]),
  ];
}
