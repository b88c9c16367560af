// A person's credits by course, compared with what the course is worth.
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import type { CourseItem } from '../../courses/course.ts';
import type { CreditItem } from '../../records/training-record/training-record.ts';

/** The credits of one type that a person earned in a course. */
export interface CourseCredits {
  readonly id: string;
  readonly name: string;
  readonly creditTypeId: string;
  readonly creditType: string;
  readonly classIds: readonly string[];
  readonly grantedDate: string;
  readonly grantedCredits: number;
  readonly totalCredit: number;
  readonly course: CourseItem | undefined;
}

/** Groups credits by course and type. A course that was removed, or has no such credits, is worth what was granted. */
export function groupByCourse(
  credits: readonly CreditItem[],
  courses: ReadonlyMap<string, CourseItem>,
): readonly CourseCredits[] {
  const groups = Map.groupBy(
    credits.filter(({ courseId }) => courseId !== undefined),
    ({ courseId, creditTypeId }) => `${courseId} ${creditTypeId}`,
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first?.courseId === undefined) return [];
    const course = courses.get(first.courseId);
    const granted = sumAmounts(same.map((credit) => credit.credits));
    const worth = course?.credits.find(({ creditTypeId }) => creditTypeId === first.creditTypeId)?.credits;
    return [
      {
        id: first.courseId,
        name: course?.name ?? first.courseName ?? '',
        creditTypeId: first.creditTypeId,
        creditType: first.creditTypeName,
        classIds: [...new Set(same.flatMap(({ classId }) => (classId === undefined ? [] : [classId])))],
        grantedDate:
          same
            .map(({ earnedDate }) => earnedDate)
            .sort()
            .at(-1) ?? first.earnedDate,
        grantedCredits: granted,
        totalCredit: worth ?? granted,
        course,
      },
    ];
  });
}

/**
 * A class as callers read it here: its first and last moment by its own clock
 * (docs/interface/training.md#class-times).
 */
const presentClass = ({ id, sectionName, sessions, timeZone, startsAt, endsAt }: ClassItem) => ({
  id,
  name: sectionName,
  startDate: sessions.length > 0 ? formatLocalTime(startsAt, timeZone) : '',
  endDate: sessions.length > 0 ? formatLocalTime(endsAt, timeZone) : '',
});

/** Presents a row. */
export const presentCourseCredits = (row: CourseCredits, classes: ReadonlyMap<string, ClassItem>) => ({
  id: row.id,
  name: row.name,
  icon: { iconReference: row.course?.iconUrl ?? null },
  creditType: { subObjectName: row.creditType },
  class: row.classIds.flatMap((id) => {
    const found = classes.get(id);
    return found ? [presentClass(found)] : [];
  }),
  grantedDate: row.grantedDate,
  grantedCredits: row.grantedCredits,
  totalCredit: row.totalCredit,
  tags: (row.course?.tags ?? []).map((tagName) => ({ tagName })),
});
