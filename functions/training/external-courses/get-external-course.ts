// GET /api/v1/Courses/{id}/ExternalCourse
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getExternalCourse } from './contract.ts';
import { presentExternalCourse, requireExternalCourse } from './record/external-course.ts';

export const handler = lambda(getExternalCourse, async ({ params, tenant }) => {
  const { external } = await requireExternalCourse(tenant, params.id);
  return ok(presentExternalCourse(external), { version: external.version });
});
