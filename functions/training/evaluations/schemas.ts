// Request and response schemas of evaluations.
import * as z from 'zod';
import { questionKinds } from './record/evaluation.ts';

export const reference = z.guid().toLowerCase();

const optionText = z.string().trim().min(1).max(200);
const kind = z.enum(questionKinds).meta({
  description:
    'scale: a whole number from 1 to 5. singleChoice, multipleChoice: of `options`. text: up to `maxLength` characters. yesNo: true or false.',
});
const daysText = 'The evaluation can be answered for so many days after the end of the class.';

export const EvaluationRequest = z
  .object({
    questions: z
      .array(
        z
          .object({
            id: reference.nullish().meta({ description: 'Of a question that stays; a new one gets its id.' }),
            kind,
            text: z.string().trim().min(1).max(500),
            isRequired: z.boolean().default(true),
            options: z
              .array(optionText)
              .min(2)
              .max(20)
              .nullish()
              .meta({ description: 'Of choices only, each once, in order.' }),
            maxLength: z.int().min(1).max(2000).nullish().meta({ description: 'Of texts only; 2000.' }),
          })
          .meta({ id: 'EvaluationQuestionRequest' }),
      )
      .min(1)
      .max(30)
      .meta({ description: 'In the order in which they are asked.' }),
    isAnonymous: z.boolean().meta({
      description:
        'Whether it is stored that a person answered, and never what. Classes with answers keep theirs. A change gives all questions other ids.',
    }),
    isRequired: z.boolean().meta({
      description:
        'Whether the credits and the completion of a class wait until its person has answered. What waits is released when this becomes false.',
    }),
    closesAfterDays: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .meta({ description: `${daysText} 30 for a new one.` }),
    minimumAnswers: z.int().min(3).max(50).optional().meta({
      description: 'Results of anonymous answers are not shown with fewer answers. 5 for a new one.',
    }),
    reminderDays: z.int().min(0).max(30).optional().meta({
      description:
        'Days before it closes on which those who have not answered are reminded; 0: never. 3 for a new one.',
    }),
  })
  .meta({
    id: 'EvaluationRequest',
    example: {
      questions: [{ kind: 'scale', text: 'How useful was the class for your work?' }],
      ...{ isAnonymous: true, isRequired: false },
    },
  });
export type EvaluationInput = z.output<typeof EvaluationRequest>;

const Question = z
  .strictObject({
    id: z.uuid(),
    kind,
    text: z.string(),
    isRequired: z.boolean(),
    options: z.array(z.string()).optional(),
    maxLength: z.int().optional(),
  })
  .meta({ id: 'EvaluationQuestion' });

export const CourseEvaluation = z
  .strictObject({
    courseId: z.uuid(),
    questions: z.array(Question),
    isAnonymous: z.boolean(),
    isRequired: z.boolean(),
    closesAfterDays: z.int().meta({ description: daysText }),
    minimumAnswers: z.int(),
    reminderDays: z.int(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'CourseEvaluation' });

export const ClassEvaluation = z
  .strictObject({
    classId: z.uuid(),
    courseId: z.uuid(),
    className: z.string(),
    isAnonymous: z.boolean(),
    isRequired: z.boolean(),
    opensAt: z.iso.datetime().meta({ description: 'When the class ends.' }),
    closesAt: z.iso.datetime(),
    questions: z.array(Question),
    hasAnswered: z.boolean().meta({ description: 'Whether the caller has answered.' }),
    canAnswer: z.boolean().meta({ description: 'Whether the caller can answer now.' }),
    whyNot: z.string().optional().meta({ description: 'Why the caller can not.' }),
  })
  .meta({ id: 'ClassEvaluation' });

export const AnswersRequest = z
  .object({
    answers: z
      .array(
        z
          .object({
            questionId: reference,
            value: z.union([
              z.int(),
              z.boolean(),
              z.string().trim().max(2000),
              z.array(z.string().trim().max(200)).max(20),
            ]),
          })
          .meta({ id: 'EvaluationAnswerRequest' }),
      )
      .max(30),
  })
  .meta({ id: 'EvaluationAnswersRequest' });

export const AnswersReceipt = z
  .strictObject({
    classId: z.uuid(),
    hasAnswered: z.literal(true),
    areCreditsReleased: z
      .boolean()
      .meta({ description: 'Whether credits or the completion of the class waited for the answers.' }),
  })
  .meta({ id: 'EvaluationReceipt' });

export const EvaluationResults = z
  .strictObject({
    classId: z.uuid(),
    courseId: z.uuid(),
    className: z.string(),
    isAnonymous: z.boolean(),
    closesAt: z.iso.datetime(),
    attendees: z.int(),
    answered: z.int(),
    responseRate: z.int().optional().meta({ description: 'In percent; absent while no person attended.' }),
    minimumAnswers: z.int(),
    whyHidden: z.enum(['StillOpen', 'TooFewAnswers']).optional().meta({
      description:
        'Why there are no results of anonymous answers: they are shown once the evaluation has closed with enough answers.',
    }),
    questions: z.array(
      Question.extend({
        count: z.int().meta({ description: 'How many answered this question.' }),
        mean: z.number().optional().meta({ description: 'Of a scale.', example: 4.33 }),
        distribution: z.array(z.strictObject({ value: z.string(), count: z.int() })).optional(),
        texts: z.array(z.string()).optional(),
      }),
    ),
  })
  .meta({ id: 'EvaluationResults' });
