// What the page says on which a person answers the evaluation of a class.
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import type { PageContent } from '../../../shared/pages/page.ts';
import { findRefusal } from '../evaluations/answers.ts';
import { type EvaluatedClass, findEvaluation } from '../evaluations/load.ts';
import { type RegistrationItem, registrationById } from '../registrations/record/registration.ts';
import { formatMoment } from '../time/format-moment.ts';
import { formStyle, renderQuestions } from './evaluation-form.ts';
import type { OpenLink } from './open-link.ts';
import { isOwnRegistration } from './registration-facts.ts';

/** The registration of a link with the evaluation of its class. */
interface LinkedEvaluation {
  readonly registration: RegistrationItem;
  readonly evaluated: EvaluatedClass;
}

/** The evaluation of a link; undefined when it is not for its person, or no longer there. Three round trips. */
export async function loadLinkedEvaluation(link: OpenLink): Promise<LinkedEvaluation | undefined> {
  const registration = await registrationById(link.tenant, link.claims.recordId, { consistent: true });
  if (!registration || !isOwnRegistration(link, { registration })) return undefined;
  const evaluated = await findEvaluation(link.tenant, registration);
  return evaluated && { registration, evaluated };
}

/** Why the person can't answer now; undefined when they can. */
export const findClosing = (
  { now }: Pick<OpenLink, 'now'>,
  { registration: { status }, evaluated: { item, evaluation, response } }: LinkedEvaluation,
): string | undefined =>
  findRefusal(item, evaluation, { status, hasAnswered: response !== undefined, now })?.message;

const renderProblems = (problems: readonly string[]): string =>
  problems.length === 0
    ? ''
    : `<div class="problem" role="alert">${problems.map((problem) => `<p>${escapeHtml(problem)}</p>`).join('')}</div>`;

/** The content of the page. @param sent what the form sent, with what is wrong with it */
export function describeEvaluation(
  link: OpenLink,
  linked: LinkedEvaluation,
  sent: { readonly form: Readonly<Record<string, string>>; readonly problems: readonly string[] } = {
    form: {},
    problems: [],
  },
): PageContent {
  const { item, evaluation, response } = linked.evaluated;
  const closing = findClosing(link, linked);
  if (closing !== undefined)
    return {
      title: response ? 'You have answered this already' : 'This can’t be answered now',
      text: closing,
    };
  const names = evaluation.isAnonymous
    ? 'It is stored that you answered, but not what: your answers are kept without your name.'
    : 'The office and the instructors see your answers with your name.';
  const wait = linked.registration.evaluationHold ? ' Your credits are granted once you have answered.' : '';
  return {
    title: `How was ${item.sectionName}?`,
    text: `Please answer until ${formatMoment(evaluation.closesAt, item.timeZone)}. ${names}${wait}`,
    fields: `${renderProblems(sent.problems)}${renderQuestions(evaluation.questions, sent.form)}`,
    button: 'Send the answers',
    style: formStyle,
  };
}
