// Runs that award many people in a demo tenant: a preview that is done, one that can be cancelled, and one that failed.
import {
  type Awarding,
  type AwardingItem,
  type AwardingProgressItem,
  buildAwarding,
  findAwarding,
  insertAwarding,
} from '../../../../functions/training/records/awardings/awarding.ts';
import { putResult } from '../../../../functions/training/records/awardings/results.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { demoId } from '../steps/references.ts';

/** Stores the runs, and returns the values that examples name. */
export async function seedAwardings(tenant: TenantStore, now: Date): Promise<Record<string, string>> {
  const person = await personById(tenant, demoId(tenant.code, 'person:hiro'));
  if (!person) return {};
  const buildRun = (
    key: string,
    more: Partial<AwardingItem> = {},
    reached: Partial<AwardingProgressItem> = {},
  ): Awarding => {
    const { run, progress } = buildAwarding(
      {
        id: demoId(tenant.code, `awarding:${key}`),
        awardId: demoId(tenant.code, 'award:finance'),
        awardName: 'County Finance Certificate',
        isPreview: true,
        requestedBy: 'system',
      },
      now,
      now,
    );
    return { run: { ...run, ...more }, progress: { ...progress, ...reached } };
  };
  const finishedDate = now.toISOString();
  const done = buildRun(
    'preview-done',
    { status: 'Done', finishedDate },
    { examined: 1, refused: 1, isLastPage: true },
  );
  const running = buildRun('preview-running');
  const failure = {
    reason: 'Deciding about a person failed 4 times. An unexpected error, which the log has.',
    personId: person.id,
  };
  const failed = buildRun(
    'preview-failed',
    { status: 'Failed', failure, finishedDate },
    { pending: [person.id] },
  );
  const values = {
    awardingId: done.run.id,
    runningAwardingId: running.run.id,
    failedAwardingId: failed.run.id,
  };
  // They stay as an earlier start wrote them, and as they went on since.
  if (await findAwarding(tenant, done.run.id)) return values;
  const message = 'Budget Basics is not completed.';
  await commit([
    ...[done, running, failed].flatMap((run) => insertAwarding(tenant, run)),
    putResult(tenant, done.run.id, {
      ...{ type: 'awarding-result', personId: person.id, personName: displayName(person), isAwarded: false },
      error: {
        code: 'NOT_ELIGIBLE',
        message,
        details: [{ code: 'REQUIRED_FIELD', message, target: 'requirements' }],
      },
      ttl: done.run.ttl,
    }),
  ]);
  return values;
}
