// Decides about the next person of a run, or ends it, in one transaction with the progress: each person once.
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { listAwardRegistrationsPage } from '../../awards/registration/list-by-award.ts';
import { awardPerson } from '../certifications/awarding/award-person.ts';
import {
  type Awarding,
  type AwardingItem,
  type AwardingProgressItem,
  changeRun,
  findAwarding,
  ifRunUnchanged,
  replaceProgress,
  replaceRun,
} from './awarding.ts';
import { notifyAwardingEnd } from './notification-messages.ts';
import { type AwardingResultItem, putResult } from './results.ts';

/** Registrants who are read at once. */
const pageSize = 50;

/** The progress with the next page of registrants, when all of the page before are decided about. */
export async function loadPending(
  tenant: TenantStore,
  { run, progress }: Awarding,
): Promise<AwardingProgressItem> {
  if (progress.pending.length > 0 || progress.isLastPage) return progress;
  const { items, next } = await listAwardRegistrationsPage(tenant, run.awardId, {
    ...{ status: 'Active', pageSize, cursor: progress.cursor },
  });
  return {
    ...progress,
    pending: items.map(({ personId }) => personId),
    cursor: next,
    isLastPage: next === undefined,
  };
}

interface Decision {
  readonly result: AwardingResultItem;
  readonly changes: readonly Change[];
}

async function refusePerson(
  tenant: TenantStore,
  { ttl }: AwardingItem,
  personId: string,
  { code, message, details }: Failure,
): Promise<Decision> {
  const person = await personById(tenant, personId);
  const reasons = details.map((detail) => ({ ...detail }));
  const result: AwardingResultItem = {
    ...{ type: 'awarding-result', personId, ttl, isAwarded: false },
    ...(person && { personName: displayName(person) }),
    error: { code, message, details: reasons },
  };
  return { result, changes: [] };
}

/** Awards a person, or says why not. */
async function decidePerson(
  tenant: TenantStore,
  run: AwardingItem,
  personId: string,
  now: Date,
  newId: () => string,
): Promise<Decision> {
  const { awardId, completedDate, requestedBy: by, isPreview, ttl } = run;
  const settings = await tenant.get(tenantKey(tenant));
  if (!settings) throw new Error(`The tenant ${tenant.code} has no settings`);
  try {
    const input = { awardId, personId, completedDate };
    const { certification, changes } = await awardPerson({ tenant, settings, by, now, newId }, input);
    const { id: certificationId, personName, certificateNumber, validThrough } = certification;
    // A preview makes no certification, so it has neither an id nor a number.
    const made = isPreview ? {} : { certificationId, certificateNumber };
    return {
      result: {
        ...{ type: 'awarding-result', personId, ttl, personName, isAwarded: true },
        ...made,
        ...(validThrough && { validThrough }),
      },
      changes: isPreview ? [] : changes,
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return refusePerson(tenant, run, personId, error);
  }
}

const countResult = (
  progress: AwardingProgressItem,
  { isAwarded }: AwardingResultItem,
): AwardingProgressItem => ({
  ...progress,
  pending: progress.pending.slice(1),
  examined: progress.examined + 1,
  awarded: progress.awarded + Number(isAwarded),
  refused: progress.refused + Number(!isAwarded),
});

/** The end of a run, and whoever started it is told. */
export async function endRun(
  tenant: TenantStore,
  before: Awarding,
  progress: AwardingProgressItem,
  failure: AwardingItem['failure'],
  now: Date,
): Promise<Change[]> {
  const status = failure ? 'Failed' : 'Done';
  const run = changeRun(before.run, { status, failure, finishedDate: now.toISOString() }, now);
  return [
    replaceRun(tenant, before.run, run),
    replaceProgress(tenant, run.id, before.progress, progress),
    await notifyAwardingEnd(tenant, { run, progress }, now),
  ];
}

/** What is written next, and whether more is to be decided. */
export interface NextDecision {
  readonly changes: readonly Change[];
  readonly hasMore: boolean;
}

/** Decides about the next person of a run in progress. */
export async function decideNext(
  tenant: TenantStore,
  id: string,
  now: Date,
  newId: () => string,
): Promise<NextDecision> {
  const before = await findAwarding(tenant, id);
  if (before?.run.status !== 'InProgress') return { changes: [], hasMore: false };
  const progress = await loadPending(tenant, before);
  const [personId] = progress.pending;
  if (personId === undefined)
    return { changes: await endRun(tenant, before, progress, undefined, now), hasMore: false };
  const { result, changes } = await decidePerson(tenant, before.run, personId, now, newId);
  const after = countResult(progress, result);
  const hasMore = after.pending.length > 0 || !after.isLastPage;
  const step = hasMore
    ? [replaceProgress(tenant, id, before.progress, after), ifRunUnchanged(tenant, before.run)]
    : await endRun(tenant, before, after, undefined, now);
  return { changes: [...step, putResult(tenant, id, result), ...changes], hasMore };
}

/** The changes that leave out the person about whom a run failed. */
export async function skipPerson(
  tenant: TenantStore,
  { run, progress }: Awarding,
): Promise<{ readonly progress: AwardingProgressItem; readonly changes: readonly Change[] }> {
  const { failure } = run;
  if (!failure || progress.pending[0] !== failure.personId) return { progress, changes: [] };
  const refusal = new Failure('CONFLICT', `Left out. ${failure.reason}`);
  const { result } = await refusePerson(tenant, run, failure.personId, refusal);
  const after = countResult(progress, result);
  return {
    progress: after,
    changes: [replaceProgress(tenant, run.id, progress, after), putResult(tenant, run.id, result)],
  };
}
