// Which part of an earlier text is no longer in a later one.

import type { Passage } from './compare-texts.ts';
import { foldParagraph } from './find-moves.ts';

const measure = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.replace(/\s+/g, '').length, 0);

/** How many characters of the earlier text a passage keeps, and how many it does not; blanks do not count. */
function measurePassage(passage: Passage): readonly [kept: number, removed: number] {
  switch (passage.kind) {
    case 'same':
    case 'movedTo':
      return [measure(passage.paragraphs), 0];
    case 'removed':
      return [0, measure(passage.paragraphs)];
    case 'changed': {
      const ofKind = (kind: 'same' | 'removed'): number =>
        measure(passage.words.filter((run) => run.kind === kind).map(({ text }) => text));
      return [ofKind('same'), ofKind('removed')];
    }
    default:
      return [0, 0];
  }
}

const toShare = (kept: number, removed: number): number =>
  kept + removed === 0 ? 0 : removed / (kept + removed);

/** From 0 to 1. What moved was not removed; of a changed paragraph only the words that are gone were. */
export function measureRemovedShare(passages: readonly Passage[]): number {
  const parts = passages.map(measurePassage);
  const sum = (at: 0 | 1): number => parts.reduce((total, part) => total + part[at], 0);
  return toShare(sum(0), sum(1));
}

/** The same of texts that take too long to compare: a paragraph with other words counts as removed. */
export function estimateRemovedShare(from: readonly string[], to: readonly string[]): number {
  const fold = (paragraph: string): string => foldParagraph(paragraph) || paragraph;
  const later = new Set(to.map(fold));
  const isKept = (paragraph: string): boolean => later.has(fold(paragraph));
  return toShare(measure(from.filter(isKept)), measure(from.filter((paragraph) => !isKept(paragraph))));
}
