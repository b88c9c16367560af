// GET /api/v1/Courses/{id}/Evaluation
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getCourseEvaluation } from './contract.ts';
import { requireCourseEvaluation } from './load.ts';
import { presentCourseEvaluation } from './present.ts';

export const handler = lambda(getCourseEvaluation, async ({ tenant, params }) => {
  const evaluation = await requireCourseEvaluation(tenant, params.id);
  return ok(presentCourseEvaluation(evaluation), { version: evaluation.version });
});
