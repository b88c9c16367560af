// GET /api/v1/Courses/{id}/Editions/{edition}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadTypes } from '../settings/types/store.ts';
import { getCourseEdition } from './contract.ts';
import { courseTypeReferences } from './course.ts';
import { presentCourseEdition } from './references.ts';
import { courseEditions, requireCourse } from './store.ts';

export const handler = lambda(getCourseEdition, async ({ params, tenant }) => {
  const course = await requireCourse(tenant, params.id);
  const [edition] = await courseEditions(tenant, course, [params.edition]);
  if (!edition) throw notFound('edition', String(params.edition));
  const types = await loadTypes(tenant, courseTypeReferences(edition));
  return ok(presentCourseEdition(edition, course.edition, { types }));
});
