// Loads a person's progress towards an award with all names, for the endpoints of progress.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import type { EvaluationHoldItem } from '../training-record/training-record.ts';
import { applicableCurriculum } from './applicable-curriculum.ts';
import { loadProgress } from './load-progress.ts';
import { loadNames } from './names.ts';
import type { Progress } from './progress.ts';
import type { Names } from './requirements/requirement-names.ts';
import { selectWaiting } from './waiting.ts';

interface ProgressRequest {
  readonly params: { readonly personId: string; readonly awardId: string };
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly now: Date;
}

interface NamedProgress {
  readonly award: { readonly id: string; readonly name: string };
  readonly progress: Progress;
  readonly names: Names;
  readonly today: string;
  /** What would count if its class were evaluated. */
  readonly waiting: readonly EvaluationHoldItem[];
}

/**
 * A person's progress towards an award, with the names of everything it requires.
 * @throws Failure 403 when the caller is neither this person nor may read credits, 404 when the person or award does
 * not exist
 */
export async function loadNamedProgress({
  params,
  tenant,
  settings,
  caller,
  now,
}: ProgressRequest): Promise<NamedProgress> {
  await assertMayReadTraining({ tenant, caller, settings, now }, params.personId, 'training.credits.read');
  const today = toLocalDate(settings.timeZone, now);
  const { award, person, curriculum, progress, record } = await loadProgress(tenant, params, today);
  if (!person) throw notFound('person', params.personId, 'personId');
  const { registration, certification } = progress;
  const name = award?.name ?? certification?.awardName ?? registration?.awardName;
  if (name === undefined) throw notFound('award', params.awardId, 'awardId');
  const names = await loadNames(tenant, [applicableCurriculum(progress, curriculum)]);
  const waiting = selectWaiting(record.evaluationHolds, progress);
  return { award: { id: params.awardId, name }, progress, names, today, waiting };
}
