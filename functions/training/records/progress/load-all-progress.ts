// A person's progress towards every award they registered for or were awarded.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { curriculumKey } from '../../awards/record/curriculum-record.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import type { PersonRecord } from '../training-record/person-record.ts';
import { applicableCurriculum } from './applicable-curriculum.ts';
import { computeProgressFromRecord } from './load-progress.ts';
import { loadNames } from './names.ts';
import type { Progress } from './progress.ts';
import type { Names } from './requirements/requirement-names.ts';

interface AllProgress {
  /** Sorted by the name of the award. */
  readonly entries: readonly {
    readonly award: { readonly id: string; readonly name: string };
    readonly progress: Progress;
  }[];
  readonly names: Names;
}

/** A person's progress by their record. Four more round trips, however many awards there are. */
export async function loadAllProgress(
  tenant: TenantStore,
  record: PersonRecord,
  today: string,
): Promise<AllProgress> {
  const { awardRegistrations, certifications } = record;
  const awards = new Map(
    [...certifications, ...awardRegistrations].map(({ awardId, awardName }) => [awardId, awardName]),
  );
  const ids = [...awards.keys()];
  const [curricula, settings] = await Promise.all([
    tenant.getMany(ids.map((id) => curriculumKey(tenant, id))),
    loadTrainingSettings(tenant),
  ]);
  const evaluated = ids.map((id, index) => ({
    award: { id, name: awards.get(id) ?? id },
    curriculum: curricula[index],
    progress: computeProgressFromRecord(record, id, curricula[index], settings, today),
  }));
  const names = await loadNames(
    tenant,
    evaluated.map(({ progress, curriculum }) => applicableCurriculum(progress, curriculum)),
  );
  const nameSort = (progress: { readonly award: { readonly name: string } }) =>
    foldForSort(progress.award.name);
  return { entries: evaluated.sort((a, b) => (nameSort(a) < nameSort(b) ? -1 : 1)), names };
}
