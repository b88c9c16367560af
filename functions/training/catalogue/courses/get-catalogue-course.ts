// GET /api/v1/Public/GetCourseById/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { courseTypeReferences } from '../../courses/course.ts';
import { loadTypes } from '../../settings/types/store.ts';
import { getCatalogueCourse } from './contract.ts';
import { currentClasses, listRecentClassesByCourse } from './current-classes.ts';
import { requireActiveCourse } from './instructors.ts';
import { presentCatalogueCourseDetail } from './present.ts';

export const handler = lambda(getCatalogueCourse, async ({ params, tenant, now }) => {
  const course = await requireActiveCourse(tenant, params.id, 'id');
  const [types, classes] = await Promise.all([
    loadTypes(tenant, courseTypeReferences(course)),
    listRecentClassesByCourse(tenant, course.id, now),
  ]);
  return ok(presentCatalogueCourseDetail(course, currentClasses(classes, now), types));
});
