// GET /api/v1/Courses/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { fullRecordCatalogue, isFullRecordField } from '../catalogue/entries/full-records.ts';
import { loadCataloguePage } from '../catalogue/entries/page.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { loadTypes } from '../settings/types/store.ts';
import { listCourses } from './contract.ts';
import { courseTypeReferences } from './course.ts';
import { presentCourse } from './references.ts';
import { coursesCatalogue } from './store.ts';

export const handler = lambda(listCourses, async ({ query, tenant, url }) => {
  const catalogue = coursesCatalogue(tenant);
  const { sortBy } = query;
  const { items, total } = isFullRecordField(sortBy)
    ? await loadCataloguePage(fullRecordCatalogue(tenant, catalogue), { ...query, sortBy }, {})
    : await loadCataloguePage(catalogue, { ...query, sortBy }, {});
  const types = await loadTypes(tenant, items.flatMap(courseTypeReferences));
  return ok(
    items.map((course) => presentCourse(course, { types })),
    { headers: buildPageHeaders(url('/api/v1/Courses/List'), query, total) },
  );
});
