// POST /api/v1/Public/RelatedClassesPublic/{courseId}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { loadClassPage } from '../../classes/find-classes.ts';
import { loadClassViews } from '../../classes/presentation/load-class-views.ts';
import { listClassesByCourse } from '../../classes/record/store.ts';
import { courseById } from '../../courses/store.ts';
import { listRelatedClasses } from './contract.ts';

export const handler = lambda(listRelatedClasses, async (context) => {
  const { params, query, body, tenant, now } = context;
  const [course, entries] = await Promise.all([
    courseById(tenant, params.courseId),
    listClassesByCourse(tenant, params.courseId),
  ]);
  if (!course) throw notFound('course', params.courseId, 'courseId');
  const leftOut = query.classId ?? body.classid;
  const related = entries.filter(
    ({ id, isCancelled, endsAt }) => id !== leftOut && !isCancelled && new Date(endsAt) > now,
  );
  const { classes, total } = await loadClassPage(tenant, related, toPageRequest(body));
  return ok(presentPage(await loadClassViews(classes, context), total));
});
