// POST /api/v1/Courses
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { insertCourse } from './changes.ts';
import { createCourse } from './contract.ts';
import { buildCourse } from './course.ts';
import {
  loadCourseReferences,
  parsePrerequisites,
  presentCourseDetail,
  resolveReferences,
} from './references.ts';

export const handler = lambda(createCourse, async ({ body, tenant, now, newId, url }) => {
  const draft = buildCourse(newId(), body, parsePrerequisites(body.prerequisites, newId), now);
  const references = await loadCourseReferences(tenant, [draft]);
  const course = resolveReferences(draft, undefined, references);
  return write(
    await insertCourse(tenant, course),
    created(presentCourseDetail(course, references), url(`/api/v1/Courses/${course.id}`), {
      version: course.version,
    }),
  );
});
