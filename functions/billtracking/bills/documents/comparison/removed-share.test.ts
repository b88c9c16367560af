import { expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { estimateRemovedShare, measureRemovedShare } from './removed-share.ts';

const paragraphs = (count: number, word: string): string[] =>
  Array.from(
    { length: count },
    (_, index) => `${word} paragraph of the bill with the number ${100 + index} of it.`,
  );

it('the share is what of the earlier text is no longer in the later one', () => {
  const from = paragraphs(10, 'Oldest');
  const to = [...from.slice(0, 3), ...paragraphs(30, 'Wholly other words make this one')];
  expect(measureRemovedShare(compareTexts(from, to))).toBeCloseTo(0.7);
  expect(estimateRemovedShare(from, to)).toBeCloseTo(0.7);
});

it('what moved or was added removes nothing, and of a changed paragraph only the words that are gone count', () => {
  const from = ['A county keeps its roads and its bridges in good repair.', ...paragraphs(3, 'Next')];
  expect(measureRemovedShare(compareTexts(from, [...from.slice(1), ...from.slice(0, 1)]))).toBe(0);
  expect(measureRemovedShare(compareTexts(from, [...from, ...paragraphs(20, 'New')]))).toBe(0);
  const share = measureRemovedShare(compareTexts(['abcd abcd abcd abcd abcd'], ['abcd abcd abcd abcd wxyz']));
  expect(share).toBeCloseTo(0.2);
});

it('of two empty texts nothing is removed', () => {
  expect(measureRemovedShare([])).toBe(0);
  expect(estimateRemovedShare([], [])).toBe(0);
});
