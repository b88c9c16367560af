// GET /api/v1/Courses/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getCourse } from './contract.ts';
import { loadCourseReferences, presentCourseDetail } from './references.ts';
import { courseById } from './store.ts';

export const handler = lambda(getCourse, async ({ params, tenant }) => {
  const course = await courseById(tenant, params.id);
  if (!course) throw notFound('course', params.id);
  const references = await loadCourseReferences(tenant, [course]);
  return ok(presentCourseDetail(course, references), { version: course.version, isComposed: true });
});
