// Builds the figures and tables of a capitol report as pieces of a page.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { drawText, measureText } from '../../../../shared/reports/typesetting.ts';
import type { Section } from '../content/snapshot.ts';
import {
  black,
  clipLines,
  drawRule,
  faint,
  gap,
  hairline,
  ink,
  keepTogether,
  margin,
  type Piece,
  shade,
  style,
  wrapLines,
} from './flow.ts';

const smallStyle = style('regular', 9.5, faint);
const largeStyle = style('semibold', 19, ink);
const headStyle = style('semibold', 10, ink);
const plainStyle = style('regular', 10, black);

/** What every section depends on. */
export interface Page {
  readonly document: OpenDocument;
  readonly width: number;
  /** Whether days are shown with their years. */
  readonly hasYears: boolean;
}

/** Figures side by side, each above its label. */
export function buildFigures(
  page: Page,
  { figures }: Extract<Section, { readonly kind: 'figures' }>,
): Piece[] {
  const { document, width } = page;
  const across = figures.length <= 6 ? figures.length : 4;
  const between = 8;
  const tile = (width - (across - 1) * between) / across;
  const rows = Array.from({ length: Math.ceil(figures.length / across) }, (_, row) =>
    figures.slice(row * across, (row + 1) * across),
  );
  return rows.map((row) => ({
    height: 52,
    draw: (y) => {
      for (const [index, { label, value, note }] of row.entries()) {
        const left = margin + index * (tile + between);
        document.pdf.rect(left, y, tile, 46).fill(shade);
        drawText(document, value, left + 8, y + 22, largeStyle);
        const noteText = note === undefined ? '' : ` ${note}`;
        const noteLeft = measureText(document, value, largeStyle) + 10;
        if (noteText !== '' && noteLeft + measureText(document, noteText, smallStyle) < tile - 10)
          drawText(document, noteText, left + noteLeft, y + 22, smallStyle);
        drawText(
          document,
          clipLines(document, label, tile - 12, smallStyle, 1)[0] ?? '',
          left + 8,
          y + 37,
          smallStyle,
        );
      }
    },
  }));
}

/** A table with a wider first column, which names the rows; its head is repeated on each page. */
export function buildTable(
  page: Page,
  { columns, rows }: Extract<Section, { readonly kind: 'table' }>,
): Piece[] {
  const { document, width } = page;
  const first = columns.length > 4 ? 0.28 : 0.4;
  const share = (width * (1 - first)) / Math.max(1, columns.length - 1);
  const leftOf = (column: number): number =>
    margin + (column === 0 ? 0 : width * first + (column - 1) * share);
  const row = (cells: readonly string[], style: typeof plainStyle, isHead: boolean): Piece => {
    const set = cells.map((cell, index) =>
      wrapLines(document, cell, (index === 0 ? width * first : share) - 8, style),
    );
    const height = Math.max(1, ...set.map(({ length }) => length)) * 12.5 + 6;
    return {
      height,
      draw: (y) => {
        if (isHead) document.pdf.rect(margin, y, width, height).fill(shade);
        for (const [index, lines] of set.entries())
          for (const [line, text] of lines.entries())
            drawText(document, text, leftOf(index) + 4, y + 12 + line * 12.5, style);
        if (!isHead) drawRule(document, y + height, hairline);
      },
    };
  };
  const above = row(columns, headStyle, true);
  return keepTogether([above, ...rows.map((cells) => ({ ...row(cells, plainStyle, false), above })), gap(4)]);
}
