// POST /api/v1/Courses
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { insertCourse } from './changes.ts';
import { createCourse } from './contract.ts';
import { buildCourse } from './course.ts';
import { markFirstCourse, putCourseHints } from './course-words.ts';
import {
  findTermsFaults,
  loadCourseReferences,
  parsePrerequisites,
  presentCourseDetail,
  resolveReferences,
} from './references.ts';

export const handler = lambda(createCourse, async ({ body, tenant, now, newId, url }) => {
  const draft = buildCourse(newId(), body, parsePrerequisites(body.prerequisites, newId), now);
  const [references, marks, faults] = await Promise.all([
    loadCourseReferences(tenant, [draft]),
    markFirstCourse(tenant),
    findTermsFaults(tenant, body),
  ]);
  const course = resolveReferences(draft, undefined, references, faults);
  return write(
    [...(await insertCourse(tenant, course)), ...marks],
    created(presentCourseDetail(course, references), url(`/api/v1/Courses/${course.id}`), {
      version: course.version,
    }),
    { prepare: () => putCourseHints(tenant, undefined, course) },
  );
});
