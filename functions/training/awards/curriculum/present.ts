// A curriculum as the interface shows it: courses and types under the names they have now.
import type { CourseItem } from '../../courses/course.ts';
import type { Curriculum } from '../../courses/curriculum.ts';
import { presentCourseCredits } from '../../courses/references.ts';
import { type CurriculumReferences, emptyCurriculum } from './curriculum.ts';

/** A curriculum or an earlier version of one. */
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

/** The curriculum of an award; one without courses and credits when it was given none. */
export function presentCurriculum(
  awardId: string,
  curriculum: VersionedCurriculum | undefined,
  found: CurriculumReferences,
) {
  const asked: Curriculum = curriculum ?? emptyCurriculum;
  const courses = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const course = found.courses.get(id);
      return course ? [presentCourse(course, found)] : [];
    });
  return {
    awardId,
    requiredCourses: courses(asked.requiredCourseIds),
    electiveCourses: courses(asked.electiveCourseIds),
    electivesNeeded: asked.electivesNeeded,
    minimumCredits: presentCourseCredits(asked.minimumCredits, found.types),
    renewalCredits: asked.renewalCredits && presentCourseCredits(asked.renewalCredits, found.types),
    version: curriculum?.version ?? 0,
    modifiedDate: curriculum?.modifiedDate,
  };
}
