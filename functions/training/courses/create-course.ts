// POST /api/v1/Courses
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { insertCourse } from './changes.ts';
import { createCourse } from './contract.ts';
import { buildCourse, courseSort } from './course.ts';
import {
  loadCourseReferences,
  parsePrerequisites,
  presentCourseDetail,
  resolveReferences,
} from './references.ts';
import { courseEntries, coursesByName } from './store.ts';

export const handler = lambda(createCourse, async ({ body, tenant, now, newId, url }) => {
  const wished = buildCourse(newId(), body, parsePrerequisites(body.prerequisites), now);
  const found = await loadCourseReferences(tenant, [wished]);
  const course = resolveReferences(wished, undefined, found);
  // The stretch of the lists that the course comes to is brought into proportion first, so that none grows for ever.
  const lists = [coursesByName(tenant), courseEntries(tenant).activeByName];
  await Promise.all(lists.map((list) => list.rebalance([courseSort(course)])));
  return write(
    await insertCourse(tenant, course),
    created(presentCourseDetail(course, found), url(`/api/v1/Courses/${course.id}`), {
      version: course.version,
    }),
  );
});
