// Presents awards of the public catalogue, with the field names that existing callers read
// (docs/interface/training.md#catalogue-of-awards).

import type { Caller } from '../../../../shared/auth/access/access.ts';
import { showUserName } from '../../../../shared/auth/accounts/user-name.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PictureContext, PresentPicture } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { curriculumCourseIds } from '../../awards/curriculum/curriculum.ts';
import type { AwardItem } from '../../awards/record/award-record.ts';
import type { Curriculum } from '../../awards/record/curriculum-record.ts';
import type { AwardReferences } from '../../awards/references.ts';
import type { TypeLabel } from '../../settings/types/training-type.ts';
import { presentIcon } from '../courses/present.ts';

/**
 * A validity period as text; null when the award does not expire.
 *
 * @example inWords({ years: 2, months: 6 }) // '2 years, 6 months'
 */
export function formatValidityPeriod(period: AwardItem['validityPeriod']): string | null {
  const parts = (['years', 'months', 'days'] as const).flatMap((unit) => {
    const count = period?.[unit] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? unit.slice(0, -1) : unit}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

/** What the awards of a list refer to, and the currency of their prices. */
interface ListReferences extends PictureContext {
  readonly types: ReadonlyMap<string, Pick<TypeLabel, 'name'>>;
  readonly people: ReadonlyMap<string, PersonItem>;
  readonly currency: string;
}

/** The user name of who created an award, where they are nobody of the directory. */
const nameCreator = ({ createdBy }: AwardItem): string | null =>
  createdBy ? showUserName(createdBy.name) : null;

/** An award in the catalogue list. Who created it is for callers with a token (docs/interface/access.md#without-a-token). */
export function presentCatalogueAward(
  award: AwardItem,
  curriculum: Curriculum | undefined,
  { types, people, currency, presentPicture }: ListReferences,
  caller: Caller,
) {
  const isPublic = caller.kind === 'anonymous';
  const creator = people.get(award.createdBy?.personId ?? '');
  return {
    id: award.id,
    name: award.name,
    icon: award.iconUrl ?? null,
    price: award.price ?? null,
    currency,
    objectType: types.get(award.objectTypeId ?? '')?.name ?? null,
    validity: formatValidityPeriod(award.validityPeriod),
    courses: curriculum ? curriculumCourseIds(curriculum).length : 0,
    register: award.allowSelfRegistration,
    tags: award.tags,
    createdOn: award.createdDate,
    createdBy: {
      name: isPublic ? null : creator ? displayName(creator) : nameCreator(award),
      imageThumbUrl: isPublic ? null : presentPicture(creator),
    },
  };
}

/** An award of the catalogue with all its details. */
export function presentCatalogueAwardDetail(
  award: AwardItem,
  references: AwardReferences,
  presentPicture: PresentPicture,
) {
  const presentPrerequisites = (
    type: 'Course' | 'Award',
    records: AwardReferences['courses'] | AwardReferences['awards'],
  ) =>
    award.prerequisites.flatMap((prerequisite) => {
      const record = records.get(prerequisite.id);
      return prerequisite.type === type
        ? [{ id: prerequisite.id, name: record?.name ?? prerequisite.name, icon: presentIcon(record) }]
        : [];
    });
  return {
    id: award.id,
    name: award.name,
    icon: award.iconUrl ?? null,
    description: award.description ?? null,
    objectType: references.objectType?.name ?? null,
    requirement: award.requirements ?? null,
    validity: formatValidityPeriod(award.validityPeriod),
    price: award.price ?? null,
    currency: references.currency,
    awardTags: award.tags,
    skills: award.skills,
    preRequisiteCourses: presentPrerequisites('Course', references.courses),
    preRequisiteAwards: presentPrerequisites('Award', references.awards),
    contactPersons: award.contactPersonIds.flatMap((id) => {
      const person = references.people.get(id);
      if (!person) return [];
      const { email = null } = person;
      return [{ id, name: displayName(person), email, imageThumbUrl: presentPicture(person) }];
    }),
  };
}
