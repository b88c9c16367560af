import { expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { estimateRemovedShare, measureRemovedShare } from './removed-share.ts';

/** Paragraphs of the same length that share no word. */
const repeat = (...words: string[]): string[] => words.map((word) => Array(8).fill(word).join(' '));
const earlier = repeat('acre', 'barn', 'cove', 'dune', 'elms', 'fern', 'glen', 'hill', 'isle', 'jade');
const others = repeat('kelp', 'lake', 'mesa', 'nook', 'oaks', 'pond', 'quay', 'reef');

it('the share is what of the earlier text is no longer in the later one', () => {
  const later = [...earlier.slice(0, 3), ...others];
  expect(measureRemovedShare(compareTexts(earlier, later))).toBeCloseTo(0.7);
  expect(estimateRemovedShare(earlier, later)).toBeCloseTo(0.7);
});

it('what moved or was added removes nothing, and of a changed paragraph only the words that are gone count', () => {
  const from = ['A county keeps its roads and its bridges in good repair.', ...earlier];
  expect(measureRemovedShare(compareTexts(from, [...from.slice(1), ...from.slice(0, 1)]))).toBe(0);
  expect(measureRemovedShare(compareTexts(from, [...from, ...others]))).toBe(0);
  const share = measureRemovedShare(compareTexts(['abcd abcd abcd abcd abcd'], ['abcd abcd abcd abcd wxyz']));
  expect(share).toBeCloseTo(0.2);
});

it('of two empty texts nothing is removed', () => {
  expect(measureRemovedShare([])).toBe(0);
  expect(estimateRemovedShare([], [])).toBe(0);
});
