// POST /api/v1/Public/RelatedClassesPublic/{courseId}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { pageAmong } from '../../classes/find-classes.ts';
import { loadClassViews } from '../../classes/load-class-views.ts';
import { classesOfCourse } from '../../classes/store.ts';
import { courseById } from '../../courses/store.ts';
import { pageWanted, presentPage } from '../../list-body.ts';
import { listRelatedClasses } from './contract.ts';

export const handler = lambda(listRelatedClasses, async (asked) => {
  const { params, query, body, tenant, now } = asked;
  const [course, entries] = await Promise.all([
    courseById(tenant, params.courseId),
    classesOfCourse(tenant, params.courseId),
  ]);
  if (!course) throw notFound('course', params.courseId, 'courseId');
  const leftOut = query.classId ?? body.classid;
  const related = entries.filter(
    ({ id, isCancelled, endsAt }) => id !== leftOut && !isCancelled && new Date(endsAt) > now,
  );
  const { held, total } = await pageAmong(tenant, related, pageWanted(body));
  return ok(presentPage(await loadClassViews(held, asked), total));
});
