// GET /api/v1/Public/{courseId}/AllOtherInstructors
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listOtherInstructors } from './contract.ts';
import { listRecentClassesByCourse } from './current-classes.ts';
import { loadInstructors, requireActiveCourse } from './instructors.ts';

export const handler = lambda(listOtherInstructors, async ({ params, tenant, now, receivedAt }) => {
  const course = await requireActiveCourse(tenant, params.courseId, 'courseId');
  const classes = (await listRecentClassesByCourse(tenant, course.id, now)).filter(
    ({ isCancelled }) => !isCancelled,
  );
  const certified = new Set(course.certifiedInstructorIds);
  const others = classes.flatMap(({ instructors }) =>
    instructors.flatMap(({ personId }) => (certified.has(personId) ? [] : [personId])),
  );
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  return ok(await loadInstructors(tenant, [...new Set(others)], presentPicture));
});
