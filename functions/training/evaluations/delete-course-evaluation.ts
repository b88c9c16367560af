// DELETE /api/v1/Courses/{id}/Evaluation
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { remove } from '../../../shared/data/changes.ts';
import { ifUnchanged } from '../../../shared/http/etag.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteCourseEvaluation } from './contract.ts';
import { requireCourseEvaluation } from './load.ts';
import { presentCourseEvaluation } from './present.ts';
import { courseEvaluationKey } from './record/evaluation.ts';
import { releaseSoon } from './release.ts';

export const handler = lambda(deleteCourseEvaluation, async (context) => {
  const { params, tenant, now, ifMatch } = context;
  const { id: courseId } = params;
  const before = await requireCourseEvaluation(tenant, courseId);
  const views = { before: presentCourseEvaluation(before) };
  return write(
    [
      remove(courseEvaluationKey(tenant, courseId), ifUnchanged(before.version, ifMatch)),
      ...(before.isRequired ? [releaseSoon(tenant, courseId, now)] : []),
      auditRecordChange(tenant, { recordType: 'CourseEvaluation', recordId: courseId, ...views }, context),
    ],
    noContent(),
  );
});
