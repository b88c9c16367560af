// GET /api/v1/Classes/{id}/Evaluation/Results.csv
import { displayName } from '../../../shared/directory/people/person.ts';
import { peopleById } from '../../../shared/directory/people/person-store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { writeCsv } from '../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../shared/reports/escape-csv-formula.ts';
import { formatMoment } from '../time/format-moment.ts';
import { exportEvaluationResults } from './contract.ts';
import { loadAnswers } from './load.ts';
import type { AnswerValue, ClassEvaluationItem } from './record/evaluation.ts';
import { findHiddenReason } from './results.ts';

const formatAnswer = (value: AnswerValue | undefined): string => {
  if (value === undefined) return '';
  return escapeCsvFormula(typeof value === 'object' ? value.join('; ') : String(value));
};

/** @throws Failure 409 while the results of anonymous answers are hidden */
function assertExportable(
  evaluation: ClassEvaluationItem,
  answered: number,
  timeZone: string,
  now: Date,
): void {
  const { closesAt, minimumAnswers } = evaluation;
  const reason = findHiddenReason(evaluation, { answered, isClosed: now >= new Date(closesAt) });
  if (reason === 'StillOpen')
    throw conflict(
      `Anonymous answers can be exported once the evaluation has closed, on ${formatMoment(closesAt, timeZone)}.`,
    );
  if (reason === 'TooFewAnswers')
    throw conflict(
      `Anonymous answers can be exported with at least ${minimumAnswers} answers, but there are ${answered}.`,
    );
}

export const handler = lambda(exportEvaluationResults, async ({ tenant, caller, params, now }) => {
  const { item, evaluation, given } = await loadAnswers(tenant, caller, params.id);
  const { questions, isAnonymous } = evaluation;
  assertExportable(evaluation, given.length, item.timeZone, now);
  const people = await peopleById(
    tenant,
    given.flatMap(({ personId }) => personId ?? []),
  );
  const rows = given.map(({ answers, answeredAt = '' }, index) => {
    const person = people[index];
    const name = escapeCsvFormula(person ? displayName(person) : '');
    return [
      ...(isAnonymous ? [] : [name, answeredAt]),
      ...questions.map(({ id }) => formatAnswer(answers[id])),
    ];
  });
  const titles = [
    ...(isAnonymous ? [] : ['Name', 'Answered']),
    ...questions.map(({ text }) => escapeCsvFormula(text)),
  ];
  return file(writeCsv([titles, ...rows]), {
    contentType: 'text/csv; charset=utf-8',
    fileName: `${item.sectionName} - evaluation.csv`,
  });
});
