// Moved passages: removed in one place, added with the same words in another
// (docs/interface/billtracking.md#comparison-of-texts).
import { expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { foldParagraph } from './find-moves.ts';

const purpose = 'Section 1. The legislature finds that county roads need more money than counties have.';
const duty = '(2) A county must report every year what it has spent on its roads and bridges.';
const fine = '(3) A county that does not report pays a fine of one hundred dollars for each day.';
const end = 'This act takes effect on the first day of July of the next year after its passage.';

const kinds = (from: string[], to: string[]) => compareTexts(from, to).map(({ kind }) => kind);

it('a passage that is elsewhere with the same words was moved, and keeps its paragraphs together', () => {
  const passages = compareTexts([purpose, duty, fine, end], [purpose, end, duty, fine]);
  const moved = passages.filter(({ kind }) => kind === 'movedFrom' || kind === 'movedTo');
  expect(passages.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['same', 'movedFrom', 'same', 'movedTo']),
  );
  expect(moved).toHaveLength(2);
  expect(new Set(moved.map((passage) => 'move' in passage && passage.move))).toEqual(new Set([1]));
});

it('a passage that is renumbered with its new place was moved', () => {
  expect(foldParagraph('(2) A county must report.')).toBe(foldParagraph('(5) A county must report.'));
  expect(kinds([purpose, duty, fine, end], [purpose, fine, end, duty.replace('(2)', '(4)')])).toContain(
    'movedTo',
  );
});

it('what moved does not make its neighbours look removed and written again', () => {
  // Moved between two that changed.
  const [road, bridge] = [duty.replace('(2)', '(1)'), fine];
  const changed = [road.replace('every year', 'each year'), bridge.replace('one hundred', 'two hundred')];
  const passages = compareTexts(
    [end, purpose, road, bridge],
    [purpose, changed[0] ?? '', end, changed[1] ?? ''],
  );
  expect(passages.map(({ kind }) => kind)).toEqual(['movedFrom', 'same', 'changed', 'movedTo', 'changed']);
});

it('the paragraphs after one that moved have other numbers and nothing else', () => {
  const texts = ['county roads', 'state bridges', 'rural ferries', 'city tunnels'].map(
    (what) => `A county must report every year what it has spent on its ${what}.`,
  );
  const number = (order: readonly number[]) => order.map((at, index) => `(${index + 1}) ${texts[at]}`);
  const passages = compareTexts(number([0, 1, 2, 3]), number([1, 2, 3, 0]));
  expect(passages.map(({ kind }) => kind)).toEqual(['movedFrom', 'changed', 'changed', 'changed', 'movedTo']);
  const words = passages.flatMap((passage) => (passage.kind === 'changed' ? passage.words : []));
  expect(words.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual([
    '2',
    '1',
    '3',
    '2',
    '4',
    '3',
  ]);
});

it('a short passage, and one that occurs twice, was not moved', () => {
  expect(kinds(['(a) Repealed.', purpose], [purpose, '(a) Repealed.'])).not.toContain('movedTo');
  expect(kinds([duty, purpose, fine, end], [purpose, duty, fine, duty, end])).not.toContain('movedFrom');
});

it('a paragraph with other words has changed, and shows them', () => {
  const [passage] = compareTexts([fine], [fine.replace('one hundred', 'two hundred')]);
  expect(passage).toMatchObject({ kind: 'changed' });
  expect(passage && 'words' in passage && passage.words).toContainEqual({ kind: 'added', text: 'two' });
});

it('equal texts are one passage, and texts without anything in common are removed and added', () => {
  expect(kinds([purpose, duty], [purpose, duty])).toEqual(['same']);
  expect(kinds([purpose], [duty])).toEqual(['removed', 'added']);
  expect(kinds([], [duty])).toEqual(['added']);
});
