// Pages of a report: nothing below the edge, nothing parted that belongs together, no page that begins with a blank.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gap, keepTogether, type Piece, paginate } from './flow.ts';

const createPiece = (height: number, more: Partial<Piece> = {}): Piece => ({
  height,
  draw: () => {},
  ...more,
});
const totalHeight = (pieces: readonly Piece[]): number => pieces.reduce((sum, { height }) => sum + height, 0);

describe('pages', () => {
  it('contain every piece once and in order, and none reaches below the edge', () => {
    const drawn = fc.array(
      fc.oneof(
        fc.record({ height: fc.integer({ min: 1, max: 90 }), staysWithNext: fc.boolean() }),
        fc.constant('blank' as const),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(drawn, (descriptions) => {
        const pieces = descriptions.map((description) =>
          description === 'blank'
            ? gap(8)
            : createPiece(description.height, { staysWithNext: description.staysWithNext }),
        );
        const pages = paginate(pieces, 40, 10, 200);
        const isKept = ({ isBlank }: Piece): boolean => isBlank !== true;
        expect(pages.flat().filter(isKept)).toEqual(pieces.filter(isKept));
        for (const [index, page] of pages.entries()) {
          expect((index === 0 ? 40 : 10) + totalHeight(page)).toBeLessThanOrEqual(200);
          if (index > 0) expect(page[0]?.isBlank).toBeUndefined();
          // Only a report of nothing has a page without anything.
          if (pieces.some(isKept)) expect(page.some(isKept)).toBe(true);
        }
      }),
    );
  });

  it('do not separate pieces that belong together and fit on one page', () => {
    const entry = keepTogether([createPiece(60), createPiece(60), gap(10)]);
    const pages = paginate([createPiece(100), ...entry], 10, 10, 200);
    expect(pages.map((page) => page.length)).toEqual([1, 3]);
  });

  it('keep several pieces together at the beginning and at the end of a long entry', () => {
    const entry = keepTogether(Array.from({ length: 40 }, () => createPiece(15)));
    const pages = paginate([createPiece(150), ...entry], 10, 10, 200);
    // 190 points hold 12 lines: four pages of them, and the last page has at least four.
    expect(pages.map((page) => page.length)).toEqual([1, 12, 12, 12, 4]);
    const short = paginate(keepTogether(Array.from({ length: 14 }, () => createPiece(15))), 10, 10, 205);
    expect(short.map((page) => page.length)).toEqual([11, 3]);
  });

  it('repeat the heading above a continued entry, but not where the entry begins', () => {
    const above = createPiece(20);
    const [head, ...rows] = [above, ...Array.from({ length: 6 }, () => createPiece(50, { above }))];
    const pages = paginate([...(head ? [head] : []), ...rows], 10, 10, 200);
    expect(pages.map((page) => page.filter((piece) => piece === above).length)).toEqual([1, 1]);
    expect(pages[1]?.[0]).toBe(above);
  });
});
