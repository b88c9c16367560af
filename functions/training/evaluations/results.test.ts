import { expect, it } from 'vitest';
import type { Answers, AnswerValue, EvaluationQuestion } from './record/evaluation.ts';
import { computeResponseRate, computeResults, findHiddenReason } from './results.ts';

const question = { id: 'q', text: 'How?', isRequired: true } as const;
const results = (kind: EvaluationQuestion['kind'], values: readonly (AnswerValue | undefined)[]) =>
  computeResults(
    { ...question, kind, ...(kind === 'multipleChoice' && { options: ['a', 'b'] }) },
    values.map((value): Answers => (value === undefined ? {} : { q: value })),
  );

it('a scale has its mean over those who answered, and a count of each number', () => {
  expect(results('scale', [5, 4, 4, undefined])).toMatchObject({ count: 3, mean: 4.33 });
  expect(results('scale', [5, 1]).distribution?.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1]);
  expect(results('scale', []).mean).toBeUndefined();
});

it('choices are counted one by one, and texts are listed', () => {
  expect(results('multipleChoice', [['a', 'b'], ['b']]).distribution).toEqual([
    { value: 'a', count: 1 },
    { value: 'b', count: 2 },
  ]);
  expect(results('yesNo', [true, false, false]).distribution?.map(({ count }) => count)).toEqual([1, 2]);
  expect(results('text', ['x', undefined])).toMatchObject({ count: 1, texts: ['x'] });
});

it('the response rate is whole, at most 100, and unknown while no person attended', () => {
  expect([computeResponseRate(2, 3), computeResponseRate(3, 2), computeResponseRate(0, 0)]).toEqual([
    67,
    100,
    undefined,
  ]);
});

it('anonymous results are hidden until the evaluation has closed, and below the minimum', () => {
  const hidden = (answered: number, isClosed: boolean, isAnonymous = true) =>
    findHiddenReason({ isAnonymous, minimumAnswers: 5 }, { answered, isClosed });
  expect([hidden(50, false), hidden(4, true), hidden(5, true)]).toEqual([
    'StillOpen',
    'TooFewAnswers',
    undefined,
  ]);
  expect(hidden(1, false, false)).toBeUndefined();
});
