// Loads a person's progress towards an award: two concurrent round trips, and two for names.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { type AwardItem, awardKey } from '../../awards/record/award-record.ts';
import {
  type CurriculumItem,
  curriculumKey,
  emptyCurriculum,
} from '../../awards/record/curriculum-record.ts';
import {
  defaultTrainingSettings,
  type TrainingSettingsItem,
  trainingSettingsKey,
} from '../../training-settings.ts';
import { loadPersonRecord, type PersonRecord } from '../training-record/person-record.ts';
import { computeProgress, type Progress } from './progress.ts';

/** A person's progress towards an award, and the records it was evaluated from. */
export interface EvaluatedProgress {
  /** Absent when the award was removed; its holders still have progress. */
  readonly award: AwardItem | undefined;
  readonly curriculum: CurriculumItem | undefined;
  readonly person: PersonItem | undefined;
  readonly settings: TrainingSettingsItem;
  readonly record: PersonRecord;
  readonly progress: Progress;
}

type ProgressItem = PersonItem | AwardItem | CurriculumItem | TrainingSettingsItem;

const findByType = <T extends ProgressItem['type']>(items: readonly (ProgressItem | undefined)[], type: T) =>
  items.find((item): item is Extract<ProgressItem, { type: T }> => item?.type === type);

/** The progress towards an award by a training record. */
export const computeProgressFromRecord = (
  record: PersonRecord,
  awardId: string,
  curriculum: CurriculumItem | undefined,
  settings: TrainingSettingsItem,
  today: string,
): Progress =>
  computeProgress({
    curriculum: curriculum ?? emptyCurriculum,
    registration: record.awardRegistrations.find((registration) => registration.awardId === awardId),
    certifications: record.certifications.filter((certification) => certification.awardId === awardId),
    evidence: { ...record, selfReportedLimits: settings.selfReported?.limits },
    renewalOpensDays: settings.certification.renewalOpensDays,
    today,
  });

/**
 * Loads a person's progress towards an award.
 *
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export async function loadProgress(
  tenant: TenantStore,
  { personId, awardId }: { readonly personId: string; readonly awardId: string },
  today: string,
  options: { readonly consistent?: boolean } = {},
): Promise<EvaluatedProgress> {
  const keys: Key<ProgressItem>[] = [
    personKey(tenant, personId),
    awardKey(tenant, awardId),
    curriculumKey(tenant, awardId),
    trainingSettingsKey(tenant),
  ];
  const [items, record] = await Promise.all([
    tenant.getMany(keys, options),
    loadPersonRecord(tenant, personId, options),
  ]);
  const curriculum = findByType(items, 'curriculum');
  const settings = findByType(items, 'training-settings') ?? defaultTrainingSettings;
  return {
    award: findByType(items, 'award'),
    curriculum,
    person: findByType(items, 'person'),
    settings,
    record,
    progress: computeProgressFromRecord(record, awardId, curriculum, settings, today),
  };
}
