// Builds the figures and tables of a capitol report as pieces of a page.

import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { faint, ink, shade } from '../../../../shared/pdf/palette.ts';
import { beginTable } from '../../../../shared/pdf/table.ts';
import { drawText, measureText } from '../../../../shared/pdf/typesetting.ts';
import type { Section } from '../content/snapshot.ts';
import { clipLines, gap, keepTogether, margin, type Piece, style } from './flow.ts';

const smallStyle = style('regular', 9.5, faint);
const largeStyle = style('semibold', 19, ink);

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

/** A table with a wider first column, which names the rows; its titles are repeated on each page. */
export function buildTable(
  { document, width }: Page,
  { columns, rows }: Extract<Section, { readonly kind: 'table' }>,
): Piece[] {
  const first = columns.length > 4 ? 0.28 : 0.4;
  const other = (1 - first) / Math.max(1, columns.length - 1);
  const table = beginTable(
    document,
    columns.map((title, index) => ({ title, width: index === 0 ? first : other })),
    { left: margin, width },
  );
  const above = table.titles;
  return keepTogether([above, ...rows.map((cells) => ({ ...table.row(cells), above })), gap(4)]);
}
