// PUT /api/v1/Courses/{id}/Evaluation
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { check, ifPresent, put } from '../../../shared/data/changes.ts';
import { notFound, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { courseKey } from '../courses/course.ts';
import { setCourseEvaluation } from './contract.ts';
import { applyPeriods, toQuestions, validateEvaluation } from './evaluation-input.ts';
import { loadCourseEvaluation } from './load.ts';
import { presentCourseEvaluation } from './present.ts';
import { type CourseEvaluationItem, courseEvaluationKey } from './record/evaluation.ts';
import { releaseSoon } from './release.ts';

export const handler = lambda(setCourseEvaluation, async (context) => {
  const { params, body, tenant, now, newId, ifMatch } = context;
  const { id: courseId } = params;
  const before = await loadCourseEvaluation(tenant, courseId);
  const periods = applyPeriods(body, before);
  throwIfInvalid(validateEvaluation(body.questions, periods, before?.questions ?? []));
  const moment = now.toISOString();
  const keepsIds = before?.isAnonymous === body.isAnonymous;
  const after: CourseEvaluationItem = {
    ...periods,
    ...{ isAnonymous: body.isAnonymous, isRequired: body.isRequired },
    ...{ type: 'course-evaluation', courseId, questions: toQuestions(body.questions, newId, keepsIds) },
    ...{ version: (before?.version ?? 0) + 1, createdDate: before?.createdDate ?? moment },
    ...{ modifiedDate: moment, schemaVersion: 1 },
  };
  const views = { before: before && presentCourseEvaluation(before), after: presentCourseEvaluation(after) };
  return write(
    [
      check(courseKey(tenant, courseId), ifPresent, notFound('course', courseId)),
      put(courseEvaluationKey(tenant, courseId), after, ifUnchangedOrAbsent(before, ifMatch)),
      ...(before?.isRequired && !after.isRequired ? [releaseSoon(tenant, courseId, now)] : []),
      auditRecordChange(tenant, { recordType: 'CourseEvaluation', recordId: courseId, ...views }, context),
    ],
    ok(presentCourseEvaluation(after), { version: after.version }),
  );
});
