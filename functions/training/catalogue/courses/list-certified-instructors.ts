// GET /api/v1/Public/{courseId}/CertifiedInstructors
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listCertifiedInstructors } from './contract.ts';
import { loadInstructors, requireActiveCourse } from './instructors.ts';

export const handler = lambda(listCertifiedInstructors, async ({ params, tenant, receivedAt }) => {
  const course = await requireActiveCourse(tenant, params.courseId, 'courseId');
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  return ok(await loadInstructors(tenant, course.certifiedInstructorIds, presentPicture));
});
