// Detects when a person meets all requirements of an award: with the credits or the completion that was the last one.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type CurriculumItem, curriculumKey } from '../../awards/record/curriculum-record.ts';
import { type TrainingSettingsItem, trainingSettingsKey } from '../../training-settings.ts';
import { evaluateRequirements } from '../progress/requirements.ts';
import { loadPersonRecord } from '../training-record/person-record.ts';
import type { CompletionItem, CreditItem } from '../training-record/training-record.ts';
import { notifyAwardEarned } from './notification-messages.ts';

/** What the transaction adds to a person's record. */
interface AddedRecords {
  readonly credits?: readonly CreditItem[];
  readonly completions?: readonly CompletionItem[];
}

/**
 * Notifies a person of each award they are registered for that the added records complete. One query of their record,
 * and one round trip for the curricula of these awards, if there are any.
 */
export async function notifyEarnedAwards(
  tenant: TenantStore,
  personId: string,
  { credits = [], completions = [] }: AddedRecords,
  now: Date,
): Promise<Change[]> {
  if (credits.length + completions.length === 0) return [];
  const record = await loadPersonRecord(tenant, personId, { consistent: true });
  const active = record.awardRegistrations.filter(({ status }) => status === 'Active');
  if (active.length === 0) return [];
  const [settings, ...curricula] = await tenant.getMany<CurriculumItem | TrainingSettingsItem>([
    trainingSettingsKey(tenant),
    ...active.map(({ awardId }) => curriculumKey(tenant, awardId)),
  ]);
  const selfReportedLimits =
    settings?.type === 'training-settings' ? settings.selfReported?.limits : undefined;
  const before = { ...record, selfReportedLimits };
  const after = {
    selfReportedLimits,
    credits: [...record.credits, ...credits],
    completions: [...record.completions, ...completions],
  };
  return active.flatMap((registration, index) => {
    const curriculum = curricula[index];
    if (curriculum?.type !== 'curriculum') return [];
    const window = { startDate: registration.registeredDate };
    const isComplete = (evidence: typeof after | typeof before): boolean =>
      evaluateRequirements(curriculum, evidence, window).isComplete;
    return !isComplete(before) && isComplete(after) ? [notifyAwardEarned(tenant, registration, now)] : [];
  });
}
