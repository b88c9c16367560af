// What the answers of a class say together, as pure values.
import type { Answers, AnswerValue, EvaluationQuestion, EvaluationTerms } from './record/evaluation.ts';
import { scaleEnd } from './record/evaluation.ts';

/** How often one answer was chosen. */
export interface AnswerCount {
  readonly value: string;
  readonly count: number;
}

/** The results of one question. */
export interface QuestionResults {
  readonly question: EvaluationQuestion;
  readonly count: number;
  /** Of a scale, with two decimals; absent without answers. */
  readonly mean?: number | undefined;
  /** Absent for texts. */
  readonly distribution?: readonly AnswerCount[] | undefined;
  readonly texts?: readonly string[] | undefined;
}

/** All answers that a question with a distribution can have. */
function listValues({ kind, options = [] }: EvaluationQuestion): readonly string[] {
  if (kind === 'scale') return Array.from({ length: scaleEnd }, (_, index) => String(index + 1));
  return kind === 'yesNo' ? ['true', 'false'] : options;
}

const countValues = (question: EvaluationQuestion, answers: readonly AnswerValue[]): AnswerCount[] =>
  listValues(question).map((value) => ({
    value,
    count: answers.filter((answer) =>
      typeof answer === 'object' ? answer.includes(value) : String(answer) === value,
    ).length,
  }));

/** The mean of numbers, rounded to two decimals. */
const computeMean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0
    ? undefined
    : Math.round((100 * numbers.reduce((sum, number) => sum + number, 0)) / numbers.length) / 100;

/** The results of one question over all answers. */
export function computeResults(question: EvaluationQuestion, all: readonly Answers[]): QuestionResults {
  const given = all.flatMap((own): AnswerValue[] => {
    const answer = own[question.id];
    return answer === undefined ? [] : [answer];
  });
  if (question.kind === 'text')
    return { question, count: given.length, texts: given.filter((value) => typeof value === 'string') };
  return {
    question,
    count: given.length,
    ...(question.kind === 'scale' && {
      mean: computeMean(given.filter((value) => typeof value === 'number')),
    }),
    distribution: countValues(question, given),
  };
}

/** How many percent answered, whole; absent without attendees. */
export const computeResponseRate = (answered: number, attendees: number): number | undefined =>
  attendees === 0 ? undefined : Math.min(100, Math.round((100 * answered) / attendees));

/**
 * Why results are not shown; undefined when they are. Anonymous answers are shown all at once, after the last one could
 * come and from a minimum number on: results that grow one by one would show whose answer came last.
 */
export function findHiddenReason(
  { isAnonymous, minimumAnswers }: Pick<EvaluationTerms, 'isAnonymous' | 'minimumAnswers'>,
  { answered, isClosed }: { readonly answered: number; readonly isClosed: boolean },
): 'StillOpen' | 'TooFewAnswers' | undefined {
  if (!isAnonymous) return undefined;
  if (!isClosed) return 'StillOpen';
  return answered < minimumAnswers ? 'TooFewAnswers' : undefined;
}
