// Draws the foot of a certificate: who signs, the days, the seal, the QR code, the number and the address.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import type { QrModules } from '../../../../shared/pdf/qr-code.ts';
import { formatDay } from '../../time/format-day.ts';
import { drawBlock } from '../design/draw-block.ts';
import { type DrawnDesign, type DrawnPicture, drawPicture } from '../design/draw-design.ts';
import type { Signatory } from '../design/layout.ts';
import type { CertificateTexts } from '../languages/en.ts';
import type { CertificateView } from './certificate-view.ts';

/** The colour of small print. */
export const grey = '#5B6470';
/** Dark on white, whatever the colours of the layout: a camera must read it. */
const codeInk = '#1B2F4B';
const margin = 66;
/** A column at the foot. */
interface FootColumn {
  /** Above the line: a day, or nothing where there is a picture or a signature by hand. */
  readonly value: string;
  readonly label: string;
  /** Below the label. */
  readonly note?: string | undefined;
  readonly picture?: DrawnPicture | undefined;
}

/** Draws a column at the foot: its value or picture, a line, its label, and a note below. */
function drawColumn(
  document: OpenDocument,
  place: { readonly x: number; readonly y: number; readonly width: number },
  { value, label, note, picture }: FootColumn,
  { layout }: DrawnDesign,
): void {
  const { pdf } = document;
  const { x, y, width } = place;
  const half = Math.min(78, width / 2 - 8);
  const fit = { at: x, width: 2 * half, mostLines: 1, smallest: 6 } as const;
  if (value !== '')
    drawBlock(document, value, y, layout, { ...fit, face: 'regular', size: 16, color: layout.inkColor });
  if (picture)
    drawPicture(document, picture, { x, bottom: y + 6, width: Math.min(140, width - 16), height: 44 });
  pdf
    .lineWidth(0.6)
    .strokeColor(layout.accentColor)
    .moveTo(x - half, y + 8)
    .lineTo(x + half, y + 8)
    .stroke();
  // Names are set as they are written, labels in capitals.
  if (note === undefined)
    return void drawBlock(document, label.toUpperCase(), y + 21, layout, {
      ...{ ...fit, face: 'regular', size: 8.5, color: grey, spacing: 1.1 },
    });
  const name = { ...fit, smallest: 3.5, mostLines: 2 } as const;
  const last = drawBlock(document, label, y + 21, layout, {
    ...{ ...name, face: 'regular', size: 11, color: layout.inkColor },
  });
  drawBlock(document, note, last + 12, layout, {
    ...name,
    face: 'italic',
    size: 9.5,
    color: grey,
  });
}

/** Everyone who signs, the first signatory first. */
export function listSignatures({ signatory, layout, pictures }: DrawnDesign): readonly FootColumn[] {
  const present = ({ name, title }: Signatory, picture: DrawnPicture | undefined): FootColumn => ({
    ...{ value: '', label: name, note: title ?? ' ', picture },
  });
  return [
    ...(signatory ? [present(signatory, pictures.signature)] : []),
    ...layout.coSignatories.map((each, index) =>
      present(each, index === 0 ? pictures.coSignature1 : pictures.coSignature2),
    ),
  ];
}

/**
 * The height of the row of signatures; 0 where they have none of their own: next to the days there is room for one, on a wide
 * page. On a wide page the QR code is beside the row, on a narrow one below it.
 */
export function getSignatureRow(design: DrawnDesign): number {
  const count = listSignatures(design).length;
  const isPortrait = design.layout.orientation === 'portrait';
  if (count === 0 || (count === 1 && !isPortrait)) return 0;
  return isPortrait ? 94 : 66;
}

/** The days of the certificate. */
function listDays(view: CertificateView, texts: CertificateTexts['certificate']): FootColumn[] {
  const { awardedDate, validFrom, validThrough, paper, language } = view;
  const format = (day: string) => formatDay(day, paper, language);
  return [
    { value: format(awardedDate), label: texts.awardedOn },
    ...(validFrom === awardedDate ? [] : [{ value: format(validFrom), label: texts.validFrom }]),
    validThrough === undefined
      ? { value: texts.doesNotExpire, label: texts.validity }
      : { value: format(validThrough), label: texts.validThrough },
  ];
}

function drawCode({ pdf }: OpenDocument, squares: QrModules, x: number, y: number, side: number): void {
  const module = side / squares.size;
  // The quiet zone of four modules (ISO/IEC 18004), also on a background.
  pdf.rect(x - 4 * module, y - 4 * module, side + 8 * module, side + 8 * module).fill('#FFFFFF');
  for (let row = 0; row < squares.size; row += 1) {
    for (let column = 0; column < squares.size; column += 1) {
      if (!squares.get(row, column)) continue;
      // Adjacent modules are drawn as one bar, so that no hairline is visible between them on any screen.
      let end = column;
      while (end + 1 < squares.size && squares.get(row, end + 1)) end += 1;
      pdf.rect(x + column * module, y + row * module, (end - column + 1) * module, module * 1.02);
      column = end;
    }
  }
  pdf.fill(codeInk);
}

/** Draws columns side by side. */
function drawColumns(
  document: OpenDocument,
  { left, right, y }: { readonly left: number; readonly right: number; readonly y: number },
  columns: readonly FootColumn[],
  design: DrawnDesign,
): void {
  const width = (right - left) / columns.length;
  for (const [index, each] of columns.entries())
    drawColumn(document, { x: left + width * (index + 0.5), y, width }, each, design);
}

/** Draws the foot of a certificate. */
export function drawFoot(
  document: OpenDocument,
  view: CertificateView,
  squares: QrModules,
  design: DrawnDesign,
  texts: CertificateTexts['certificate'],
): void {
  const { pdf } = document;
  const { width, height } = pdf.page;
  const { layout } = design;
  const y = height - 104;
  const row = getSignatureRow(design);
  const signatures = listSignatures(design);
  const side = 74;
  const codeX = width - margin - side;
  const right = codeX - 24;
  const end = layout.orientation === 'portrait' ? width - margin : right;
  if (row > 0) drawColumns(document, { left: margin, right: end, y: y - row }, signatures, design);
  const columns = [...(row > 0 ? [] : signatures), ...listDays(view, texts)];
  const { seal } = design.pictures;
  // Two facts are centred on the page; more also need the space at its left, or what the seal leaves of it.
  const left = columns.length > 2 && !seal ? margin : width - right;
  drawColumns(document, { left, right, y }, columns, design);
  if (seal)
    drawPicture(document, seal, {
      ...{ x: margin + side / 2, bottom: height - 56 - 8, width: side + 8, height: side + 8 },
    });
  const codeY = height - 56 - side - 15;
  drawCode(document, squares, codeX, codeY, side);
  pdf.link(codeX, codeY, side, side, view.verificationUrl);
  const small = { mostLines: 1, smallest: 5, color: grey } as const;
  drawBlock(document, texts.scan, codeY + side + 12, layout, {
    ...{ ...small, face: 'italic', size: 10, at: codeX + side / 2, width: 110 },
  });
  drawBlock(document, texts.number({ number: view.certificateNumber }), height - 60, layout, {
    ...{ ...small, face: 'regular', size: 10.5, spacing: 0.4, width: 2 * (codeX - 16 - width / 2) },
  });
  // The address of the QR code as text, for people without a camera.
  drawBlock(document, view.verificationUrl, height - 43, layout, {
    ...{ ...small, face: 'regular', size: 8.5, width: width - 2 * margin },
  });
}
