// POST /api/v1/Classes/{id}/Evaluation/Answers
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { requireActiveCaller } from '../access/acting-people.ts';
import { answerEvaluation } from './contract.ts';
import { requireOwnEvaluation } from './load.ts';
import { recordAnswers } from './record-answers.ts';

export const handler = lambda(answerEvaluation, async (context) => {
  const { tenant, caller, params, body, settings } = context;
  const [{ registration, ...evaluated }] = await Promise.all([
    requireOwnEvaluation(tenant, caller, params.id),
    requireActiveCaller(context),
  ]);
  const { timeZone } = settings;
  const changes = await recordAnswers({ ...context, timeZone }, evaluated, registration, body.answers);
  const areCreditsReleased = registration?.evaluationHold !== undefined;
  return write(changes, ok({ classId: evaluated.item.id, hasAnswered: true as const, areCreditsReleased }));
});
