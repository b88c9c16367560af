// GET /api/v1/Classes/{id}/Evaluation/Results

import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { pick } from '../../../shared/values/pick.ts';
import { getEvaluationResults } from './contract.ts';
import { loadAnswers } from './load.ts';
import { presentQuestion } from './present.ts';
import { computeResponseRate, computeResults, findHiddenReason } from './results.ts';

export const handler = lambda(getEvaluationResults, async ({ tenant, caller, params, now }) => {
  const { item, evaluation, given, attendees } = await loadAnswers(tenant, caller, params.id);
  const { closesAt } = evaluation;
  const answered = given.length;
  const whyHidden = findHiddenReason(evaluation, { answered, isClosed: now >= new Date(closesAt) });
  const all = given.map(({ answers }) => answers);
  return ok({
    ...{ classId: item.id, courseId: item.courseId, className: item.sectionName, closesAt },
    ...pick(evaluation, ['isAnonymous', 'minimumAnswers']),
    ...{ attendees, answered, responseRate: computeResponseRate(answered, attendees), whyHidden },
    questions: whyHidden
      ? []
      : evaluation.questions.map((asked) => {
          const { question, distribution, texts, ...results } = computeResults(asked, all);
          return {
            ...presentQuestion(question),
            ...results,
            ...(distribution && { distribution: [...distribution] }),
            ...(texts && { texts: [...texts] }),
          };
        }),
  });
});
