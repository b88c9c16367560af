// POST /api/v1/Links/Evaluation/{tenantCode}/{token}

import { write } from '../../../shared/http/reply.ts';
import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { validateAnswers } from '../evaluations/answers.ts';
import { recordAnswers } from '../evaluations/record-answers.ts';
import { sendEvaluationPage } from './contract.ts';
import { isAbout, readAnswers } from './evaluation-form.ts';
import { describeEvaluation, findClosing, loadLinkedEvaluation } from './evaluation-page.ts';
import { openLink, renderClosedLink, renderLinkPage } from './open-link.ts';

const changedQuestions = 'The questions were changed meanwhile: please answer these.';

export const handler = pageLambda(sendEvaluationPage, async (request) => {
  const state = await openLink('evaluation', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const { link } = state;
  const linked = await loadLinkedEvaluation(link);
  if (!linked) return renderPage(unknownLinkPage);
  const { evaluated, registration } = linked;
  if (findClosing(link, linked)) return renderLinkPage(link, describeEvaluation(link, linked));
  const { questions } = evaluated.evaluation;
  if (!isAbout(request.body, questions))
    return renderLinkPage(link, describeEvaluation(link, linked, { form: {}, problems: [changedQuestions] }));
  const answers = readAnswers(questions, request.body);
  const problems = validateAnswers(questions, answers).map(({ message }) => message);
  if (problems.length > 0)
    return renderLinkPage(link, describeEvaluation(link, linked, { form: request.body, problems }));
  const { tenant, now, settings } = link;
  const context = { tenant, now, timeZone: settings.timeZone, newId: request.newId };
  const changes = await recordAnswers(context, evaluated, registration, answers);
  const text = registration.evaluationHold
    ? 'Your answers are stored, and your credits are granted.'
    : 'Your answers are stored.';
  return write(changes, renderLinkPage(link, { title: 'Thank you', text }));
});
