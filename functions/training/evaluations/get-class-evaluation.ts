// GET /api/v1/Classes/{id}/Evaluation
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { findRefusal } from './answers.ts';
import { getClassEvaluation } from './contract.ts';
import { requireOwnEvaluation } from './load.ts';
import { presentQuestion } from './present.ts';

export const handler = lambda(getClassEvaluation, async ({ tenant, caller, params, now }) => {
  const { item, evaluation, course, response, registration } = await requireOwnEvaluation(
    tenant,
    caller,
    params.id,
  );
  const hasAnswered = response !== undefined;
  const refusal = findRefusal(item, evaluation, { status: registration?.status, hasAnswered, now });
  return ok({
    ...{ classId: item.id, courseId: item.courseId, className: item.sectionName },
    ...{ isAnonymous: evaluation.isAnonymous, isRequired: course?.isRequired ?? false },
    ...{ opensAt: item.endsAt, closesAt: evaluation.closesAt },
    questions: evaluation.questions.map(presentQuestion),
    ...{ hasAnswered, canAnswer: refusal === undefined, whyNot: refusal?.message },
  });
});
