// GET /api/v1/Courses/{id}/Editions
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { loadTypes } from '../settings/types/store.ts';
import { listCourseEditions } from './contract.ts';
import { courseTypeReferences } from './course.ts';
import { presentCourseEdition } from './references.ts';
import { courseEditions, requireCourse } from './store.ts';

export const handler = lambda(listCourseEditions, async ({ params, query, tenant, url }) => {
  const course = await requireCourse(tenant, params.id);
  // Editions are numbered without gaps, so a page of them is a range of numbers, newest first.
  const newest = course.edition - (query.page - 1) * query.pageSize;
  const numbers = Array.from(
    { length: Math.max(0, Math.min(newest, query.pageSize)) },
    (_, index) => newest - index,
  );
  const editions = await courseEditions(tenant, course, numbers);
  const types = await loadTypes(tenant, editions.flatMap(courseTypeReferences));
  return ok(
    editions.map((edition) => presentCourseEdition(edition, course.edition, { types })),
    { headers: buildPageHeaders(url(`/api/v1/Courses/${course.id}/Editions`), query, course.edition) },
  );
});
