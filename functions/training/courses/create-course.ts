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
  const draft = buildCourse(newId(), body, parsePrerequisites(body.prerequisites), now);
  const references = await loadCourseReferences(tenant, [draft]);
  const course = resolveReferences(draft, undefined, references);
  // The range of each list that receives the course is rebalanced first, so that no range grows without limit.
  const lists = [coursesByName(tenant), courseEntries(tenant).activeByName];
  await Promise.all(lists.map((list) => list.rebalance([courseSort(course)])));
  return write(
    await insertCourse(tenant, course),
    created(presentCourseDetail(course, references), url(`/api/v1/Courses/${course.id}`), {
      version: course.version,
    }),
  );
});
