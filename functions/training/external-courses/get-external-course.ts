// GET /api/v1/Courses/{id}/ExternalCourse
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getExternalCourse } from './contract.ts';
import { presentWithConnection } from './lti/connection.ts';
import { buildAddresses } from './record/addresses.ts';
import { requireExternalCourse } from './record/external-course.ts';

export const handler = lambda(getExternalCourse, async ({ params, tenant, url }) => {
  const { external } = await requireExternalCourse(tenant, params.id);
  return ok(presentWithConnection(external, buildAddresses(url, tenant.code)), { version: external.version });
});
