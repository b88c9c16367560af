// The questions of a course's evaluation, from a request.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import type { EvaluationQuestion, EvaluationTerms } from './record/evaluation.ts';
import type { EvaluationInput } from './schemas.ts';

type QuestionInput = EvaluationInput['questions'][number];

const isChoice = ({ kind }: QuestionInput): boolean => kind === 'singleChoice' || kind === 'multipleChoice';
const findRepeated = <T>(values: readonly T[]): T | undefined =>
  values.find((value, index) => value !== undefined && values.indexOf(value) !== index);

function validateQuestion(
  question: QuestionInput,
  target: string,
  known: readonly EvaluationQuestion[],
): ErrorDetail[] {
  const { id, kind, options, maxLength } = question;
  const repeated = findRepeated(options ?? []);
  const problems: (ErrorDetail | false)[] = [
    typeof id === 'string' &&
      !known.some((each) => each.id === id) && {
        code: 'UNKNOWN_VALUE',
        message: `The evaluation has no question with the id ${id}; leave the id out for a new question.`,
        target: `${target}.id`,
      },
    isChoice(question) &&
      !options && {
        code: 'REQUIRED_FIELD',
        message: `A question of the kind ${kind} needs options.`,
        target: `${target}.options`,
      },
    !isChoice(question) &&
      Boolean(options) && {
        code: 'NOT_ALLOWED',
        message: `Only singleChoice and multipleChoice have options, but the kind is ${kind}.`,
        target: `${target}.options`,
      },
    repeated !== undefined && {
      code: 'DUPLICATE_VALUE',
      message: `The option "${repeated}" is there twice; name it once.`,
      target: `${target}.options`,
    },
    kind !== 'text' &&
      Boolean(maxLength) && {
        code: 'NOT_ALLOWED',
        message: `Only texts have a maxLength, but the kind is ${kind}.`,
        target: `${target}.maxLength`,
      },
  ];
  return problems.filter((problem) => problem !== false);
}

type Periods = Pick<EvaluationTerms, 'closesAfterDays' | 'minimumAnswers' | 'reminderDays'>;

/** The numbers of an evaluation: those that are absent stay as they are. */
export const applyPeriods = (
  { closesAfterDays, minimumAnswers, reminderDays }: EvaluationInput,
  before: Periods = { closesAfterDays: 30, minimumAnswers: 5, reminderDays: 3 },
): Periods => ({
  closesAfterDays: closesAfterDays ?? before.closesAfterDays,
  minimumAnswers: minimumAnswers ?? before.minimumAnswers,
  reminderDays: reminderDays ?? before.reminderDays,
});

/** All problems of an evaluation. @param known the questions that it has by now */
export function validateEvaluation(
  questions: EvaluationInput['questions'],
  { closesAfterDays, reminderDays }: Periods,
  known: readonly EvaluationQuestion[],
): ErrorDetail[] {
  const repeated = findRepeated(questions.map(({ id }) => id ?? undefined));
  return [
    ...questions.flatMap((question, index) => validateQuestion(question, `questions[${index}]`, known)),
    ...(repeated === undefined
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE',
            message: `The question ${repeated} is there twice; send it once.`,
            target: 'questions',
          } satisfies ErrorDetail,
        ]),
    ...(reminderDays < closesAfterDays
      ? []
      : [
          {
            code: 'OUT_OF_RANGE',
            message: `reminderDays must be less than closesAfterDays, ${closesAfterDays}, but was ${reminderDays}.`,
            target: 'reminderDays',
          } satisfies ErrorDetail,
        ]),
  ];
}

/**
 * The questions as they are stored.
 * @param keepsIds false where answers become anonymous or no longer are: answers to the questions that a person has read are
 *   then refused, and not stored in another way than was promised
 */
export const toQuestions = (
  questions: readonly QuestionInput[],
  newId: () => string,
  keepsIds: boolean,
): readonly EvaluationQuestion[] =>
  questions.map(({ id, options, maxLength, ...question }) => ({
    id: (keepsIds ? id : undefined) ?? newId(),
    ...question,
    ...(options && { options }),
    ...(question.kind === 'text' && { maxLength: maxLength ?? 2000 }),
  }));
