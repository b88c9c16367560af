// Evaluations of classes by those who attended them (docs/interface/training.md#evaluations).
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import {
  AnswersReceipt,
  AnswersRequest,
  ClassEvaluation,
  CourseEvaluation,
  EvaluationRequest,
  EvaluationResults,
  reference,
} from './schemas.ts';

const shared = { area: 'training', tags: ['Evaluations'], refuses: ['RESOURCE_NOT_FOUND'] } as const;
const ofCourse = {
  ...shared,
  path: '/api/v1/Courses/{id}/Evaluation',
  params: z.object({ id: reference.meta({ description: 'The id of the course.' }) }),
} as const;
const byClass = z.object({ id: reference.meta({ description: 'The id of the class.' }) });
const readAccess = { permission: 'training.catalogue.read', token: 'required' } as const;
const writeAccess = { permission: 'training.courses.write', token: 'required' } as const;
const resultsAccess = {
  permission: 'own',
  others: 'training.registrations.read',
  token: 'required',
} as const;
const courseResponse = { 200: { description: 'The evaluation.', body: CourseEvaluation } } as const;
const byCourseExample = { id: '{{evaluatedCourseId}}' };
const byClassExample = { id: '{{evaluatedClassId}}' };

export const getCourseEvaluation = endpoint({
  ...ofCourse,
  method: 'GET',
  summary: 'Get the evaluation of a course',
  responses: courseResponse,
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 6 },
  example: { params: byCourseExample },
});

export const setCourseEvaluation = endpoint({
  ...ofCourse,
  method: 'PUT',
  summary: 'Set the evaluation of a course',
  description:
    'Its questions, in order, and whether answers are anonymous and required. A class makes a copy with its first attendance, and keeps it: a change is for classes without one, except isRequired, which counts at once. The change is audited.',
  body: EvaluationRequest,
  responses: courseResponse,
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 16 },
  example: {
    params: byCourseExample,
    body: {
      questions: [
        { kind: 'scale', text: 'How useful was the class for your work?' },
        { kind: 'yesNo', text: 'Was the class free of commercial bias?' },
        { kind: 'text', text: 'What should we change?', isRequired: false },
      ],
      isAnonymous: true,
      isRequired: false,
    },
  },
});

export const deleteCourseEvaluation = endpoint({
  ...ofCourse,
  method: 'DELETE',
  summary: 'Remove the evaluation of a course',
  description:
    'Classes that have a copy can still be evaluated, and their results stay. Credits that wait for answers are granted.',
  responses: { 204: { description: 'The evaluation is removed.', body: null } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 6, writeUnits: 10 },
  example: { params: byCourseExample },
});

export const getClassEvaluation = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/{id}/Evaluation',
  summary: 'Get the evaluation of a class',
  description: 'The questions to answer, and whether the caller can answer them now.',
  params: byClass,
  responses: { 200: { description: 'The evaluation.', body: ClassEvaluation } },
  access: readAccess,
  budget: { roundTrips: 6, readUnits: 12 },
  example: { params: byClassExample },
});

export const answerEvaluation = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes/{id}/Evaluation/Answers',
  summary: 'Answer the evaluation of a class',
  description:
    'For those who attended the class, each once, from its end until the evaluation closes. Credits and the completion that waited for the answers are granted at once.',
  params: byClass,
  body: AnswersRequest,
  responses: { 200: { description: 'The answers are stored.', body: AnswersReceipt } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'own', token: 'required' },
  ifMatch: 'ignored',
  budget: { roundTrips: 14, readUnits: 30, writeUnits: 20 },
  example: {
    params: byClassExample,
    body: {
      answers: [
        { questionId: '{{scaleQuestionId}}', value: 5 },
        { questionId: '{{textQuestionId}}', value: 'More time for questions.' },
      ],
    },
  },
});

export const getEvaluationResults = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/{id}/Evaluation/Results',
  summary: 'Get the results of the evaluation of a class',
  description:
    'For instructors of the class and holders of training.registrations.read. Results of anonymous answers are shown once the evaluation has closed, and only with enough answers.',
  params: byClass,
  responses: { 200: { description: 'The results.', body: EvaluationResults } },
  access: resultsAccess,
  budget: { roundTrips: 6, readUnits: 20 },
  example: { params: byClassExample },
});

export const exportEvaluationResults = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Classes/{id}/Evaluation/Results.csv',
  summary: 'Export the answers to the evaluation of a class',
  description:
    'A CSV file with a row for each who answered and a column for each question; with their names unless the evaluation is anonymous.',
  params: byClass,
  responses: { 200: { description: 'The file.', body: Bytes, contentType: 'text/csv; charset=utf-8' } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: resultsAccess,
  budget: { roundTrips: 8, readUnits: 24 },
  example: { params: byClassExample },
});
