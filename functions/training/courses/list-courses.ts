// GET /api/v1/Courses/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { pageOfCatalogue } from '../catalogue/page.ts';
import { isOfWhole, wholeCatalogue } from '../catalogue/full-records.ts';
import { placeInList } from '../listing.ts';
import { typesUsed } from '../settings/types/store.ts';
import { listCourses } from './contract.ts';
import { typesOfCourse } from './course.ts';
import { presentCourse } from './references.ts';
import { coursesCatalogue } from './store.ts';

export const handler = lambda(listCourses, async ({ query, tenant, url }) => {
  const catalogue = coursesCatalogue(tenant);
  const { sortBy } = query;
  const { items, total } = isOfWhole(sortBy)
    ? await pageOfCatalogue(wholeCatalogue(tenant, catalogue), { ...query, sortBy }, {})
    : await pageOfCatalogue(catalogue, { ...query, sortBy }, {});
  const types = await typesUsed(tenant, items.flatMap(typesOfCourse));
  return ok(
    items.map((course) => presentCourse(course, { types })),
    { headers: placeInList(url('/api/v1/Courses/List'), query, total) },
  );
});
