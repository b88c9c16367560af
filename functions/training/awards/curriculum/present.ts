// Presents curricula: courses and types with their present names.
import { pick } from '../../../../shared/values/pick.ts';
import type { CourseItem } from '../../courses/course.ts';
import { presentCourseCredits } from '../../settings/types/credit-amounts.ts';
import { type Curriculum, emptyCurriculum } from '../record/curriculum-record.ts';
import type { CurriculumReferences } from './curriculum.ts';

/** A curriculum or one of its earlier versions. */
interface VersionedCurriculum extends Curriculum {
  readonly version: number;
  readonly modifiedDate: string;
}

const presentCourse = (course: CourseItem, { types }: CurriculumReferences) => ({
  id: course.id,
  name: course.name,
  code: course.code,
  creditHours: course.creditHours,
  credits: presentCourseCredits(course.credits, types),
  iconUrl: course.iconUrl,
});

/** The curriculum of an award; an empty one when the award has none. */
export function presentCurriculum(
  awardId: string,
  curriculum: VersionedCurriculum | undefined,
  references: CurriculumReferences,
) {
  const content: Curriculum = curriculum ?? emptyCurriculum;
  const courses = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const course = references.courses.get(id);
      return course ? [presentCourse(course, references)] : [];
    });
  return {
    awardId,
    requiredCourses: courses(content.requiredCourseIds),
    electiveCourses: courses(content.electiveCourseIds),
    electivesNeeded: content.electivesNeeded,
    minimumCredits: presentCourseCredits(content.minimumCredits, references.types),
    renewalCredits: content.renewalCredits && presentCourseCredits(content.renewalCredits, references.types),
    ...pick(content, ['creditRules', 'renewalCreditRules']),
    version: curriculum?.version ?? 0,
    modifiedDate: curriculum?.modifiedDate,
  };
}
