// Runs that award many people in a demo tenant: a preview that is done, and one that can be cancelled.
import {
  type AwardingItem,
  awardingKey,
  buildAwarding,
  putAwarding,
  putResult,
} from '../../../functions/training/records/awardings/awarding.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { personById } from '../../../shared/directory/person-store.ts';
import { demoId } from './references.ts';

/** Stores the runs, and returns the values that examples name. */
export async function seedAwardings(tenant: TenantStore, now: Date): Promise<Record<string, string>> {
  const person = await personById(tenant, demoId(tenant.code, 'person:hiro'));
  if (!person) return {};
  const buildRun = (key: string, more: Partial<AwardingItem>): AwardingItem => ({
    ...buildAwarding(
      {
        id: demoId(tenant.code, `awarding:${key}`),
        awardId: demoId(tenant.code, 'award:finance'),
        awardName: 'County Finance Certificate',
        isPreview: true,
        requestedBy: 'system',
      },
      now,
      now,
    ),
    ...more,
  });
  const done = buildRun('done', {
    ...{ status: 'Done', examined: 1, refused: 1, isLastPage: true, finishedDate: now.toISOString() },
  });
  const running = buildRun('running', {});
  const values = { awardingId: done.id, runningAwardingId: running.id };
  // They stay as an earlier start wrote them, and as they went on since.
  if (await tenant.get(awardingKey(tenant, done.id), { consistent: true })) return values;
  const message = 'Budget Basics is not completed.';
  await commit([
    putAwarding(tenant, undefined, done),
    putAwarding(tenant, undefined, running),
    putResult(tenant, done.id, {
      ...{ type: 'awarding-result', personId: person.id, isAwarded: false },
      error: {
        code: 'NOT_ELIGIBLE',
        message,
        details: [{ code: 'REQUIRED_FIELD', message, target: 'requirements' }],
      },
      ttl: done.ttl,
    }),
  ]);
  return values;
}
