// Detects when a person meets all requirements of an award: with the credits or the completion that was the last one.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { type AwardItem, awardKey } from '../../awards/record/award-record.ts';
import { type CurriculumItem, curriculumKey } from '../../awards/record/curriculum-record.ts';
import { setAwardTimer } from '../../awards/registration/award-timer.ts';
import { type TrainingSettingsItem, trainingSettingsKey } from '../../training-settings.ts';
import { evaluateRequirements } from '../progress/requirements/requirements.ts';
import { loadPersonRecord } from '../training-record/person-record.ts';
import { listMissingPrerequisites } from '../training-record/prerequisites.ts';
import type { CompletionItem, CreditItem } from '../training-record/training-record.ts';
import { notifyAwardEarned } from './awarding/notification-messages.ts';

/** What the transaction adds to a person's record. */
interface AddedRecords {
  readonly credits?: readonly CreditItem[];
  readonly completions?: readonly CompletionItem[];
}

/**
 * Each award that a person is registered for and the added records complete, with its prerequisites: it is awarded where it says so, and elsewhere
 * the person is notified that the office will. One query of their record, and one round trip for these awards, if there are
 * any.
 */
export async function notifyEarnedAwards(
  tenant: TenantStore,
  personId: string,
  { credits = [], completions = [] }: AddedRecords,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<Change[]> {
  if (credits.length + completions.length === 0) return [];
  const record = await loadPersonRecord(tenant, personId, { consistent: true });
  const active = record.awardRegistrations.filter(({ status }) => status === 'Active');
  if (active.length === 0) return [];
  const today = toLocalDate(timeZone, now);
  const [settings, ...found] = await tenant.getMany<CurriculumItem | AwardItem | TrainingSettingsItem>([
    trainingSettingsKey(tenant),
    ...active.map(({ awardId }) => curriculumKey(tenant, awardId)),
    ...active.map(({ awardId }) => awardKey(tenant, awardId)),
  ]);
  const selfReportedLimits =
    settings?.type === 'training-settings' ? settings.selfReported?.limits : undefined;
  const before = { ...record, selfReportedLimits };
  const after = {
    selfReportedLimits,
    certifications: record.certifications,
    credits: [...record.credits, ...credits],
    completions: [...record.completions, ...completions],
  };
  return active.flatMap((registration, index) => {
    const [curriculum, award] = [found[index], found[active.length + index]];
    if (curriculum?.type !== 'curriculum') return [];
    if (award?.type !== 'award') return [];
    const window = { startDate: registration.registeredDate };
    const { waivedPrerequisiteIds = [] } = registration;
    const prerequisites = award.prerequisites.filter(({ id }) => !waivedPrerequisiteIds.includes(id));
    const isComplete = (evidence: typeof after | typeof before): boolean =>
      evaluateRequirements(curriculum, evidence, window).isComplete &&
      listMissingPrerequisites(prerequisites, evidence, today).length === 0;
    if (isComplete(before) || !isComplete(after)) return [];
    return award.awardsAutomatically
      ? [setAwardTimer(tenant, registration, now)]
      : [notifyAwardEarned(tenant, registration, now)];
  });
}
