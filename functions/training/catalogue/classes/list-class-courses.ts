// GET /api/v1/Public/Class/GetAllClassCourses/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { sortByText } from '../courses/filter-data.ts';
import { listClassCourses } from './contract.ts';
import { listClassesOnDay } from './filter-data.ts';

export const handler = lambda(listClassCourses, async (context) => {
  const entries = await listClassesOnDay(context);
  const courses = [
    ...new Map(
      entries.map(({ courseId, courseName }) => [courseId, { id: courseId, name: courseName }]),
    ).values(),
  ];
  return ok(sortByText(courses, ({ name }) => name));
});
