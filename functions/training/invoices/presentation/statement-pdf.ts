// Renders a page of amounts: issuer, recipient, lines and totals. Invoices, credit notes and receipts are such pages.
import { type OpenDocument, openDocument, type Paper } from '../../../../shared/pdf/document.ts';
import { black, faint, hairline, ink } from '../../../../shared/pdf/palette.ts';
import { beginTable } from '../../../../shared/pdf/table.ts';
import {
  drawRule,
  drawText,
  measureText,
  type Style,
  toSingleLine,
} from '../../../../shared/pdf/typesetting.ts';
import { wrapText } from '../../../../shared/pdf/wrap-text.ts';
import type { DesignPictures } from '../../credentials/design/design.ts';
import { drawPicture, openPictures } from '../../credentials/design/draw-design.ts';
import type { Issuer, Recipient } from '../ledger/invoice.ts';

/** What the page says; amounts are formatted. */
export interface Statement {
  readonly title: string;
  readonly number: string;
  /** Below the number. */
  readonly facts: readonly string[];
  readonly issuer: Issuer;
  readonly recipient: Recipient;
  /** ISO 4217. */
  readonly currency: string;
  readonly lines: readonly (readonly [text: string, amount: string])[];
  readonly totals: readonly (readonly [text: string, amount: string])[];
  readonly notes: readonly string[];
  readonly createdAt: Date;
}

/** Points. */
const MARGIN = 54;
const LOGO_HEIGHT = 54;

const large: Style = { face: 'semibold', size: 24, color: ink };
const medium: Style = { face: 'semibold', size: 16, color: ink };
const strong: Style = { face: 'semibold', size: 11, color: ink };
const plain: Style = { face: 'regular', size: 11, color: black };
const small: Style = { face: 'regular', size: 9.5, color: faint };
const leading = ({ size }: Style): number => size * 1.35;

interface Box {
  readonly x: number;
  /** The first baseline. */
  readonly y: number;
  readonly width: number;
}

const wrap = (document: OpenDocument, texts: readonly string[], width: number, style: Style): string[] =>
  texts.flatMap((text) => wrapText(toSingleLine(text), width, (part) => measureText(document, part, style)));

/** Draws texts that wrap; returns the baseline after the last. */
function drawLines(
  document: OpenDocument,
  texts: readonly string[],
  { x, y, width }: Box,
  style: Style,
): number {
  const lines = wrap(document, texts, width, style);
  for (const [index, line] of lines.entries()) drawText(document, line, x, y + index * leading(style), style);
  return y + lines.length * leading(style);
}

/** The logo, or the name of the issuer, at the left; the title, the number and the facts at the right. */
async function drawHead(
  document: OpenDocument,
  { title, number, facts, issuer }: Statement,
  pictures: DesignPictures,
): Promise<number> {
  const { width } = document.pdf.page;
  const half = (width - 2 * MARGIN) / 2;
  const { logo } = await openPictures(document, { logo: pictures.logo });
  if (logo) {
    const shown = Math.min(half - 20, (logo.width / logo.height) * LOGO_HEIGHT);
    drawPicture(document, logo, {
      ...{ x: MARGIN + shown / 2, bottom: MARGIN + LOGO_HEIGHT, width: shown, height: LOGO_HEIGHT },
    });
  } else drawLines(document, [issuer.name], { x: MARGIN, y: MARGIN + 18, width: half - 20 }, medium);
  const column = { x: MARGIN + half, width: half };
  const afterTitle = drawLines(document, [title], { ...column, y: MARGIN + 18 }, large);
  const afterNumber = drawLines(document, [`No. ${number}`], { ...column, y: afterTitle - 8 }, strong);
  return (
    Math.max(MARGIN + LOGO_HEIGHT, drawLines(document, facts, { ...column, y: afterNumber }, plain)) + 22
  );
}

/** From whom and to whom, side by side; returns where the table begins. */
function drawParties(document: OpenDocument, { issuer, recipient }: Statement, top: number): number {
  const half = (document.pdf.page.width - 2 * MARGIN) / 2;
  const draw = (x: number, label: string, name: string, lines: readonly string[]): number => {
    drawText(document, label, x, top, small);
    const box = { x, width: half - 20 };
    const after = drawLines(document, [name], { ...box, y: top + 16 }, strong);
    return drawLines(document, lines, { ...box, y: after }, plain);
  };
  const tax = issuer.taxNumber ? [`Tax number ${issuer.taxNumber}`] : [];
  const organization = recipient.organization ? [recipient.organization] : [];
  return (
    Math.max(
      draw(MARGIN, 'From', issuer.name, [...issuer.addressLines, ...tax]),
      draw(MARGIN + half, 'To', recipient.name, [...organization, ...recipient.addressLines]),
    ) + 18
  );
}

/** What stays free at the foot of a page: the footer, and the notes below the table. */
const FOOT_HEIGHT = 72;

/** The lines with their totals, on as many pages as they need; returns where it ends. */
function drawTable(
  document: OpenDocument,
  { currency, lines, totals }: Statement,
  top: number,
  addPage: () => void,
): number {
  const table = beginTable(
    document,
    [
      { title: 'Description', width: 4 },
      { title: `Amount (${currency})`, width: 1.3, align: 'right' },
    ],
    { left: MARGIN, width: document.pdf.page.width - 2 * MARGIN },
  );
  const rows = [
    table.titles,
    ...lines.map((cells) => table.row(cells)),
    ...totals.map((cells) => table.totalRow(cells)),
  ];
  let y = top;
  const bottom = document.pdf.page.height - MARGIN - FOOT_HEIGHT;
  for (const row of rows) {
    if (y + row.height > bottom) {
      addPage();
      table.titles.draw(MARGIN);
      y = MARGIN + table.titles.height;
    }
    row.draw(y);
    y += row.height;
  }
  return y;
}

/** Renders a page. The same statement gives the same bytes. */
export async function renderStatement(
  statement: Statement,
  pictures: DesignPictures,
  paper: Paper,
): Promise<Uint8Array> {
  const { title, number, issuer, createdAt } = statement;
  const document = await openDocument({
    title: `${title} ${number}`,
    author: issuer.name,
    ...{ createdAt, paper, layout: 'portrait', content: statement },
  });
  const addPage = (): void => void document.pdf.addPage({ size: paper, layout: 'portrait', margin: 0 });
  addPage();
  const { width, height } = document.pdf.page;
  const box = { x: MARGIN, width: width - 2 * MARGIN };
  const afterHead = await drawHead(document, statement, pictures);
  const afterParties = drawParties(document, statement, afterHead);
  drawLines(
    document,
    statement.notes,
    { ...box, y: drawTable(document, statement, afterParties, addPage) + 28 },
    plain,
  );
  if (issuer.footer) {
    const lines = wrap(document, [issuer.footer], box.width, small);
    const top = height - MARGIN - lines.length * leading(small);
    drawRule(document, top - 14, { left: MARGIN, width: box.width, color: hairline });
    drawLines(document, [issuer.footer], { ...box, y: top }, small);
  }
  return document.finish();
}
