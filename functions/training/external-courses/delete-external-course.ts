// DELETE /api/v1/Courses/{id}/ExternalCourse
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { removeCourseUse } from '../courses/store.ts';
import { deleteExternalCourse } from './contract.ts';
import {
  presentExternalCourse,
  removeExternalCourse,
  requireExternalCourse,
} from './record/external-course.ts';

export const handler = lambda(deleteExternalCourse, async (context) => {
  const { params, tenant, ifMatch } = context;
  const { external } = await requireExternalCourse(tenant, params.id);
  const change = {
    recordType: 'ExternalCourse',
    recordId: params.id,
    before: presentExternalCourse(external),
  } as const;
  return write(
    [
      removeExternalCourse(tenant, external, ifMatch),
      removeCourseUse(tenant, params.id),
      auditRecordChange(tenant, change, context),
    ],
    noContent(),
  );
});
