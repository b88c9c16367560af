// GET /api/v1/Public/Course/GetAllClassInstructors/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listCourseInstructors } from './contract.ts';
import { listClassesOnDay, sortByText } from './filter-data.ts';

export const handler = lambda(listCourseInstructors, async (request) => {
  const instructors = (await listClassesOnDay(request)).flatMap((classItem) => classItem.instructors);
  const people = new Map(
    instructors.map(({ personId, name }) => [personId, { id: personId, fullName: name }]),
  );
  return ok(sortByText([...people.values()], ({ fullName }) => fullName));
});
