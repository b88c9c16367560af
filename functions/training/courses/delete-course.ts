// DELETE /api/v1/Courses/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { removeCourse } from './changes.ts';
import { deleteCourse } from './contract.ts';
import { assertNotInUse } from './course.ts';
import { requireCourse } from './store.ts';

export const handler = lambda(deleteCourse, async ({ params, tenant, ifMatch }) => {
  const before = await requireCourse(tenant, params.id);
  assertNotInUse(before);
  return write(await removeCourse(tenant, before, ifMatch), noContent());
});
