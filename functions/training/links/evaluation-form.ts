// The form in which a person answers the evaluation of a class, without scripts: its markup, and what it sends.

import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import { normalizeFormText } from '../../../shared/pages/form-text.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import type { AnswerInput } from '../evaluations/answers.ts';
import { type AnswerValue, type EvaluationQuestion, scaleEnd } from '../evaluations/record/evaluation.ts';

type Form = Readonly<Record<string, string>>;

/** The name of the field of a question. */
const nameField = (index: number): string => `answer${index + 1}`;

/** The options of a choice with what is sent for each of them. */
function listChoices({ kind, options = [] }: EvaluationQuestion): readonly (readonly [string, string])[] {
  if (kind === 'yesNo')
    return [
      ['yes', 'Yes'],
      ['no', 'No'],
    ];
  if (kind === 'scale')
    return Array.from({ length: scaleEnd }, (_, index) => [`${index + 1}`, `${index + 1}`] as const);
  return options.map((option, index) => [`${index}`, option] as const);
}

const renderChoice = (type: string, name: string, value: string, label: string, form: Form): string =>
  `<label><input type="${type}" name="${name}" value="${value}"${form[name] === value ? ' checked' : ''}><span dir="auto">${escapeHtml(label)}</span></label>`;

function renderQuestion(question: EvaluationQuestion, index: number, form: Form): string {
  const { kind, text, isRequired, maxLength } = question;
  const id = nameField(index);
  const title = `${escapeHtml(text)}${isRequired ? '' : ' <span class="hint">(optional)</span>'}`;
  if (kind === 'text')
    return `<label class="above" for="${id}" dir="auto">${title}</label>
<textarea id="${id}" name="${id}" maxlength="${maxLength}" dir="auto">
${escapeHtml(form[id] ?? '')}</textarea>`;
  const choices = listChoices(question).map(([value, label]) =>
    kind === 'multipleChoice'
      ? renderChoice('checkbox', `${id}.${value}`, 'on', label, form)
      : renderChoice('radio', id, value, label, form),
  );
  return `<fieldset${kind === 'scale' ? ' class="scale"' : ''}><legend dir="auto">${title}</legend>
${kind === 'scale' ? `<div>${choices.join('')}</div><p class="hint">1 is the lowest, ${scaleEnd} the highest.</p>` : choices.join('\n')}
</fieldset>`;
}

/** Names the questions that a page shows, so that answers to others are not stored as answers to these. */
const identify = (questions: readonly EvaluationQuestion[]): string => contentHash(questions);

/** Whether a form was filled in for these questions: they can change until the class has its first attendance or answer. */
export const isAbout = (form: Form, questions: readonly EvaluationQuestion[]): boolean =>
  form.asked === undefined || form.asked === identify(questions);

/** The questions as markup. @param form what was sent before */
export const renderQuestions = (questions: readonly EvaluationQuestion[], form: Form): string =>
  [
    `<input type="hidden" name="asked" value="${identify(questions)}">`,
    ...questions.map((question, index) => renderQuestion(question, index, form)),
  ].join('\n');

export const formStyle = `
.scale div { display: flex; gap: 1.25rem; }
.problem p:first-child { margin: 0; }
.scale label { flex-direction: column; align-items: center; gap: .25rem; }
`;

/** The answer to a question; undefined where it was left out. */
function readAnswer(
  { kind, options = [] }: EvaluationQuestion,
  id: string,
  form: Form,
): AnswerValue | undefined {
  if (kind === 'multipleChoice') {
    const chosen = options.filter((_, index) => form[`${id}.${index}`] !== undefined);
    return chosen.length === 0 ? undefined : chosen;
  }
  const sent = normalizeFormText(form[id] ?? '');
  if (sent === '') return undefined;
  if (kind === 'scale') return Number(sent);
  if (kind === 'yesNo') return sent === 'yes' || sent === 'no' ? sent === 'yes' : sent;
  return kind === 'singleChoice' ? (options[Number(sent)] ?? sent) : sent;
}

/** The answers that a form sends, as the API takes them. */
export const readAnswers = (questions: readonly EvaluationQuestion[], form: Form): AnswerInput[] =>
  questions.flatMap((question, index) => {
    const value = readAnswer(question, nameField(index), form);
    return value === undefined ? [] : [{ questionId: question.id, value }];
  });
