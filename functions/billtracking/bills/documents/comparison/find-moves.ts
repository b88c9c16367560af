// Finds passages that were moved: removed in one place, added with the same words in another.

/** Paragraphs that only one of the texts has. */
interface OwnBlock {
  readonly kind: 'added' | 'removed';
  readonly paragraphs: readonly string[];
}

/** Paragraphs that both texts have, perhaps with other numbers, or only one of them. */
export type Block =
  | OwnBlock
  | {
      readonly kind: 'same';
      /** As they are in the earlier text. */
      readonly earlier: readonly string[];
      readonly paragraphs: readonly string[];
    };

/** A block, or a part of one that was moved. */
export type MovedBlock =
  | Block
  | { readonly kind: 'movedFrom' | 'movedTo'; readonly move: number; readonly paragraphs: readonly string[] };

/** A shorter passage, such as "(repealed)", may occur anywhere and says nothing about a move. */
const MIN_WORDS = 8;

/** A paragraph as it is compared: without its number, which changes with its place. */
export const foldParagraph = (paragraph: string): string =>
  paragraph
    .toLowerCase()
    .replace(/^(?:sec(?:tion)?\.?\s*)?\(?[\da-z]{1,4}[).:]\)?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const countWords = (text: string): number => (text === '' ? 0 : text.split(' ').length);

/** A paragraph by its block and its place within it. */
interface Place {
  readonly block: number;
  readonly at: number;
}

const placesOf = (
  blocks: readonly Block[],
  kind: Block['kind'],
): readonly (Place & { readonly text: string })[] =>
  blocks.flatMap((block, index) =>
    block.kind === kind
      ? block.paragraphs.map((paragraph, at) => ({ block: index, at, text: foldParagraph(paragraph) }))
      : [],
  );

const nameOf = ({ block, at }: Place): string => `${block} ${at}`;

/**
 * Marks moved passages. A passage is as many paragraphs as were removed together and added together in the same order; it
 * begins with a paragraph that only one place was removed from and only one was added to.
 */
export function findMoves(blocks: readonly Block[]): MovedBlock[] {
  const removed = placesOf(blocks, 'removed');
  const added = placesOf(blocks, 'added');
  const byText = (places: typeof added) => Map.groupBy(places, ({ text }) => text);
  const [removedByText, addedByText] = [byText(removed), byText(added)];
  const movedFrom = new Map<string, number>();
  const movedTo = new Map<string, number>();
  let moves = 0;
  let before: { readonly from: Place; readonly to: Place } | undefined;
  for (const from of removed) {
    const [to, second] = addedByText.get(from.text) ?? [];
    const isUnique = second === undefined && removedByText.get(from.text)?.length === 1;
    if (!to || !isUnique || countWords(from.text) < MIN_WORDS) {
      before = undefined;
      continue;
    }
    const continues =
      before !== undefined &&
      before.from.block === from.block &&
      before.from.at + 1 === from.at &&
      before.to.block === to.block &&
      before.to.at + 1 === to.at;
    if (!continues) moves += 1;
    movedFrom.set(nameOf(from), moves);
    movedTo.set(nameOf(to), moves);
    before = { from, to };
  }
  return blocks.flatMap((block, index) => {
    if (block.kind === 'same') return [block];
    const moved = block.kind === 'removed' ? movedFrom : movedTo;
    return splitBlock(block, block.kind === 'removed' ? 'movedFrom' : 'movedTo', (at) =>
      moved.get(nameOf({ block: index, at })),
    );
  });
}

/** A block in pieces: what was moved, and what was not. */
function splitBlock(
  { kind, paragraphs }: OwnBlock,
  movedKind: 'movedFrom' | 'movedTo',
  moveAt: (at: number) => number | undefined,
): MovedBlock[] {
  const pieces: MovedBlock[] = [];
  for (const [at, paragraph] of paragraphs.entries()) {
    const move = moveAt(at);
    const last = pieces.at(-1);
    const lastMove = last && 'move' in last ? last.move : undefined;
    if (last && lastMove === move)
      pieces[pieces.length - 1] = { ...last, paragraphs: [...last.paragraphs, paragraph] };
    else
      pieces.push(
        move === undefined
          ? { kind, paragraphs: [paragraph] }
          : { kind: movedKind, move, paragraphs: [paragraph] },
      );
  }
  return pieces;
}
