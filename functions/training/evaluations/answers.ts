// Whether answers fit the questions of an evaluation, and when they are taken.
import { conflict, type ErrorDetail, type Failure } from '../../../shared/errors/failure.ts';
import type { ClassItem } from '../classes/record/class.ts';
import { formatMoment } from '../time/format-moment.ts';
import {
  type Answers,
  type AnswerValue,
  type ClassEvaluationItem,
  type EvaluationQuestion,
  scaleEnd,
} from './record/evaluation.ts';

/** An answer in a request. */
export interface AnswerInput {
  readonly questionId: string;
  readonly value: AnswerValue;
}

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** What is valid as the answer to a question; undefined when the value is. */
function describeInvalidValue(
  { kind, options = [], maxLength = 0 }: EvaluationQuestion,
  value: AnswerValue,
): string | undefined {
  const choices = listFormat.format(options);
  switch (kind) {
    case 'scale':
      return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= scaleEnd
        ? undefined
        : `a whole number from 1 to ${scaleEnd}`;
    case 'yesNo':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'text':
      return typeof value === 'string' && value.length >= 1 && value.length <= maxLength
        ? undefined
        : `a text of 1 to ${maxLength} characters`;
    case 'singleChoice':
      return typeof value === 'string' && options.includes(value) ? undefined : `one of ${choices}`;
    case 'multipleChoice':
      return typeof value === 'object' &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((choice) => options.includes(choice))
        ? undefined
        : `a list with some of ${choices}, each at most once`;
  }
}

/** All problems of the answers to some questions: each at most once, each valid, and none missing that is required. */
export function validateAnswers(
  questions: readonly EvaluationQuestion[],
  answers: readonly AnswerInput[],
): ErrorDetail[] {
  const problems = answers.flatMap(({ questionId, value }, index): ErrorDetail[] => {
    const target = `answers[${index}]`;
    const question = questions.find(({ id }) => id === questionId);
    if (!question)
      return [
        {
          code: 'UNKNOWN_VALUE',
          message: `The evaluation has no question with the id ${questionId}.`,
          target: `${target}.questionId`,
        },
      ];
    if (answers.findIndex((other) => other.questionId === questionId) !== index)
      return [
        {
          code: 'DUPLICATE_VALUE',
          message: `"${question.text}" is answered twice; answer it once.`,
          target: `${target}.questionId`,
        },
      ];
    const valid = describeInvalidValue(question, value);
    return valid === undefined
      ? []
      : [
          {
            code: 'OUT_OF_RANGE',
            message: `The answer to "${question.text}" must be ${valid}.`,
            target: `${target}.value`,
          },
        ];
  });
  const missing = questions
    .filter(({ id, isRequired }) => isRequired && !answers.some(({ questionId }) => questionId === id))
    .map(
      ({ text }): ErrorDetail => ({
        code: 'REQUIRED_FIELD',
        message: `"${text}" must be answered.`,
        target: 'answers',
      }),
    );
  return [...problems, ...missing];
}

/** Answers as they are stored, in the order of the questions. */
export const toAnswers = (
  questions: readonly EvaluationQuestion[],
  answers: readonly AnswerInput[],
): Answers =>
  Object.fromEntries(
    questions.flatMap(({ id }) => {
      const answer = answers.find(({ questionId }) => questionId === id);
      return answer ? [[id, answer.value] as const] : [];
    }),
  );

/** Why a person can't answer at a moment; undefined when they can. `status` is that of their registration for the class. */
export function findRefusal(
  { sectionName, endsAt, timeZone, isCancelled }: ClassItem,
  { closesAt }: ClassEvaluationItem,
  {
    status,
    hasAnswered,
    now,
  }: { readonly status: string | undefined; readonly hasAnswered: boolean; readonly now: Date },
): Failure | undefined {
  const closes = formatMoment(closesAt, timeZone);
  if (isCancelled) return conflict(`${sectionName} is cancelled; it has nothing to evaluate.`);
  if (hasAnswered)
    return conflict(`You have answered the evaluation of ${sectionName}; each person answers once.`);
  if (now < new Date(endsAt))
    return conflict(
      `${sectionName} ends on ${formatMoment(endsAt, timeZone)}; its evaluation can be answered from then on, until ${closes}.`,
    );
  if (now >= new Date(closesAt))
    return conflict(
      `The evaluation of ${sectionName} could be answered until ${closes}. Please ask the office.`,
    );
  if (status !== 'Attended')
    return conflict(
      status === undefined
        ? `Only those who attended ${sectionName} evaluate it, and you have no registration for it.`
        : `Only those who attended ${sectionName} evaluate it, and your registration is ${status}.`,
    );
  return undefined;
}
