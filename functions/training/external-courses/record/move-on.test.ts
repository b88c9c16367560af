// Which statements complete a course elsewhere (cmi5 13.1.4, moveOn).
import { expect, it } from 'vitest';
import type { ExternalEvidence } from '../../records/training-record/training-record.ts';
import { findCompletionMoment } from './completion.ts';
import { findCriterion, isSatisfied, listEvidence } from './move-on.ts';
import { verbs } from './statement.ts';

const completed = { statementId: 'c' } as ExternalEvidence;
const passed = { statementId: 'p' } as ExternalEvidence;

it.each([
  ['Passed', false, false, true, true],
  ['Completed', false, true, false, true],
  ['CompletedAndPassed', false, false, false, true],
  ['CompletedOrPassed', false, true, true, true],
  ['NotApplicable', true, true, true, true],
] as const)('%s is met by nothing: %s, completed: %s, passed: %s, both: %s', (moveOn, ...expected) => {
  const reported = [{}, { completed }, { passed }, { completed, passed }];
  expect(reported.map((met) => isSatisfied(moveOn, met))).toEqual(expected);
});

it('the evidence is what the criterion asks for', () => {
  const met = { completed, passed };
  expect(listEvidence('Passed', met)).toEqual([passed]);
  expect(listEvidence('Completed', met)).toEqual([completed]);
  expect(listEvidence('CompletedAndPassed', met)).toEqual([completed, passed]);
  expect(listEvidence('CompletedOrPassed', { passed })).toEqual([passed]);
});

const statement = (verb: string, result?: object) => ({ verb: { id: verb }, result });

it('a statement meets the criterion of its verb, unless its result says otherwise', () => {
  expect(findCriterion(statement(verbs.completed), undefined)).toBe('completed');
  expect(findCriterion(statement(verbs.completed, { completion: false }), undefined)).toBeUndefined();
  expect(findCriterion(statement(verbs.passed), 0.8)).toBe('passed');
  expect(findCriterion(statement(verbs.passed, { success: false }), undefined)).toBeUndefined();
  expect(findCriterion(statement(verbs.failed), undefined)).toBeUndefined();
});

it('a scaled score passes from the mastery score on', () => {
  const withScore = (scaled: number) => findCriterion(statement(verbs.passed, { score: { scaled } }), 0.8);
  expect([0.79, 0.8].map(withScore)).toEqual([undefined, 'passed']);
});

it('the completion is not before the enrollment and not in the future, whatever the clock of the course says', () => {
  const now = new Date('2027-03-10T12:00:00.000Z');
  const enrollment = { createdDate: '2027-03-01T12:00:00.000Z' };
  const find = (...timestamps: string[]) =>
    findCompletionMoment(
      timestamps.map((timestamp) => ({ timestamp })),
      enrollment,
      now,
    ).toISOString();
  expect(find('2027-03-05T10:00:00+02:00', '2027-03-04T10:00:00Z')).toBe('2027-03-05T08:00:00.000Z');
  expect(find('2027-03-11T00:00:00Z')).toBe(now.toISOString());
  expect(find('2026-01-01T00:00:00Z')).toBe(enrollment.createdDate);
  expect(find()).toBe(enrollment.createdDate);
});
