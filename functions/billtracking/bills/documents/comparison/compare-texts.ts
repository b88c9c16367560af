// Compares two texts by paragraphs: what was added, removed, changed and moved.
import { diffSequences } from './diff-sequences.ts';
import { type Block, findMoves, foldParagraph } from './find-moves.ts';

/** A run of words that both texts have, or only one of them. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A passage: some paragraphs that follow each other. */
export type Passage =
  | { readonly kind: 'same'; readonly paragraphs: readonly string[] }
  | { readonly kind: 'added' | 'removed'; readonly paragraphs: readonly string[] }
  /** `move` counts the moved passages from 1; it stands where the passage was and where it is now. */
  | { readonly kind: 'movedFrom' | 'movedTo'; readonly move: number; readonly paragraphs: readonly string[] }
  /** One paragraph with other words. */
  | { readonly kind: 'changed'; readonly words: readonly WordRun[] };

/** The paragraphs in blocks. A paragraph that has only another number, because one before it moved, is the same one. */
function diffParagraphs(from: readonly string[], to: readonly string[]): Block[] {
  const fold = (paragraph: string): string => foldParagraph(paragraph) || paragraph;
  let [before, after] = [0, 0];
  return diffSequences(from.map(fold), to.map(fold)).map(({ kind, values: { length } }): Block => {
    const earlier = kind === 'added' ? [] : from.slice(before, before + length);
    const later = kind === 'removed' ? [] : to.slice(after, after + length);
    before += earlier.length;
    after += later.length;
    return kind === 'same'
      ? { kind, earlier, paragraphs: later }
      : { kind, paragraphs: [...earlier, ...later] };
  });
}

/** The longest paragraph whose words are compared. */
const MAX_COMPARED = 20_000;
/** A paragraph is the same one with other words when at least this part of the longer one is in both. */
const MIN_COMMON = 0.5;

/** The words of two paragraphs, if one is the other with other words. */
function compareWords(from: string, to: string): WordRun[] | undefined {
  if (from.length > MAX_COMPARED || to.length > MAX_COMPARED) return undefined;
  const split = (text: string): string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  const runs = diffSequences(split(from), split(to)).map(
    ({ kind, values }): WordRun => ({ kind, text: values.join('') }),
  );
  const common = runs
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { text }) => sum + text.trim().length, 0);
  return common >= MIN_COMMON * Math.max(from.length, to.length) ? runs : undefined;
}

/** How many of the next added paragraphs a removed one may have changed into. */
const NEXT_ADDED = 3;

/**
 * Removed paragraphs with the added ones after them: in their order, those that are alike are one that changed. What moved
 * to a place between the added ones stays there, and does not part them from those that were removed.
 */
function pairChanges(removed: readonly string[], added: readonly (string | Passage)[]): Passage[] {
  const passages: Passage[] = [];
  const push = (kind: 'added' | 'removed', paragraph: string): void => {
    const last = passages.at(-1);
    if (last?.kind === kind)
      passages[passages.length - 1] = { kind, paragraphs: [...last.paragraphs, paragraph] };
    else passages.push({ kind, paragraphs: [paragraph] });
  };
  let next = 0;
  const passTo = (end: number): void => {
    for (const item of added.slice(next, end))
      if (typeof item === 'string') push('added', item);
      else passages.push(item);
    next = end;
  };
  for (const paragraph of removed) {
    const changed = added
      .flatMap((item, at) => (at >= next && typeof item === 'string' ? [{ item, at }] : []))
      .slice(0, NEXT_ADDED)
      .map(({ item, at }) => ({ at, words: compareWords(paragraph, item) }))
      .find(({ words }) => words !== undefined);
    if (!changed?.words) {
      push('removed', paragraph);
      continue;
    }
    passTo(changed.at);
    passages.push({ kind: 'changed', words: changed.words });
    next = changed.at + 1;
  }
  passTo(added.length);
  return passages;
}

/** Paragraphs that are the same but for a number: those with another one have changed. */
function presentSame(earlier: readonly string[], later: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  for (const [index, paragraph] of later.entries()) {
    const before = earlier[index] ?? paragraph;
    const last = passages.at(-1);
    if (before !== paragraph) passages.push(...pairChanges([before], [paragraph]));
    else if (last?.kind === 'same')
      passages[passages.length - 1] = { kind: 'same', paragraphs: [...last.paragraphs, paragraph] };
    else passages.push({ kind: 'same', paragraphs: [paragraph] });
  }
  return passages;
}

/** The passages of two texts, in the order of the later one; what was removed stands where it was. */
export function compareTexts(from: readonly string[], to: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  // What was removed may have changed into what is added next, also where something between them was moved.
  let removed: string[] = [];
  let added: (string | Passage)[] = [];
  const closeGap = (): void => {
    passages.push(...pairChanges(removed, added));
    [removed, added] = [[], []];
  };
  for (const piece of findMoves(diffParagraphs(from, to))) {
    if (piece.kind === 'same') {
      closeGap();
      passages.push(...presentSame(piece.earlier, piece.paragraphs));
    } else if (piece.kind === 'removed') removed.push(...piece.paragraphs);
    else if (piece.kind === 'added') added.push(...piece.paragraphs);
    else if (piece.kind === 'movedTo') added.push(piece);
    else passages.push(piece);
  }
  closeGap();
  return passages;
}
