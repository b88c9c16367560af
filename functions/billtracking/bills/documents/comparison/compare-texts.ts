// Compares two texts by paragraphs: what was added, removed, changed and moved.
import { diffSequences } from './diff-sequences.ts';
import { findMoves } from './find-moves.ts';

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

interface Block {
  readonly kind: 'same' | 'added' | 'removed';
  readonly paragraphs: readonly string[];
}

/** The paragraphs in blocks. */
const diffParagraphs = (from: readonly string[], to: readonly string[]): Block[] =>
  diffSequences(from, to).map(({ kind, values }) => ({ kind, paragraphs: values }));

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

/** Removed paragraphs with the added ones after them: in their order, those that are alike are one that changed. */
function pairChanges(removed: readonly string[], added: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  const push = (kind: 'added' | 'removed', paragraph: string): void => {
    const last = passages.at(-1);
    if (last?.kind === kind)
      passages[passages.length - 1] = { kind, paragraphs: [...last.paragraphs, paragraph] };
    else passages.push({ kind, paragraphs: [paragraph] });
  };
  let next = 0;
  for (const paragraph of removed) {
    const at = added.findIndex(
      (other, index) => index >= next && index < next + 3 && compareWords(paragraph, other),
    );
    const words = at < 0 ? undefined : compareWords(paragraph, added[at] ?? '');
    if (!words) {
      push('removed', paragraph);
      continue;
    }
    for (const other of added.slice(next, at)) push('added', other);
    passages.push({ kind: 'changed', words });
    next = at + 1;
  }
  for (const other of added.slice(next)) push('added', other);
  return passages;
}

/** The passages of two texts, in the order of the later one; what was removed stands where it was. */
export function compareTexts(from: readonly string[], to: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  // What was removed may have changed into what is added next, also where something between them was moved away.
  let removed: string[] = [];
  for (const piece of findMoves(diffParagraphs(from, to))) {
    if (piece.kind === 'removed') removed.push(...piece.paragraphs);
    else if (piece.kind === 'movedFrom') passages.push(piece);
    else {
      passages.push(...pairChanges(removed, piece.kind === 'added' ? piece.paragraphs : []));
      removed = [];
      if (piece.kind !== 'added') passages.push(piece);
    }
  }
  return [...passages, ...pairChanges(removed, [])];
}
