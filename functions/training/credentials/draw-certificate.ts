// Draws a certificate: a double frame, the holder's name large in the middle, dates and the QR code at the foot.
import type { OpenDocument } from '../../../shared/pdf/document.ts';
import { drawLine, type LineStyle, lineWidth } from '../../../shared/pdf/draw-text.ts';
import type { QrModules } from '../../../shared/pdf/qr-code.ts';
import { fitText } from '../../../shared/pdf/runs.ts';
import { formatDay } from '../format-day.ts';
import type { CertificateView } from './certificate-view.ts';
import { type DrawnDesign, drawLogo, drawPicture } from './design/draw-design.ts';

const ink = '#1B2F4B';
const gold = '#A8873F';
const grey = '#5B6470';

function drawFrame({ pdf }: OpenDocument): void {
  const { width, height } = pdf.page;
  const frame = (inset: number, line: number, color: string) =>
    pdf
      .lineWidth(line)
      .strokeColor(color)
      .rect(inset, inset, width - 2 * inset, height - 2 * inset)
      .stroke();
  frame(26, 2.2, ink);
  frame(33, 0.7, gold);
  // A lozenge in each corner of the inner frame, on a white one so that the lines end before it.
  for (const x of [33, width - 33])
    for (const y of [33, height - 33]) {
      const lozenge = (half: number) =>
        pdf.polygon([x, y - half], [x + half, y], [x, y + half], [x - half, y]);
      lozenge(5.6).fill('#FFFFFF');
      lozenge(3.8).fill(gold);
    }
}

interface Block extends LineStyle {
  readonly width: number;
  /** The smallest size it may shrink to. */
  readonly smallest: number;
  readonly mostLines: number;
  /** The middle of its lines; that of the page by default. */
  readonly at?: number;
}

/** Draws a centred text as large as it fits; returns the baseline of its last line. */
function drawBlock(document: OpenDocument, text: string, y: number, block: Block): number {
  const { width, smallest, mostLines, size: largest, spacing = 0, at, ...style } = block;
  const measureWidth = (line: string) =>
    lineWidth(document, line, { face: style.face, size: 100, spacing: (spacing / largest) * 100 }) / 100;
  const { lines, size } = fitText(text, measureWidth, { width, largest, smallest, mostLines });
  const center = at ?? document.pdf.page.width / 2;
  const leading = size * 1.14;
  const top = y - (lines.length - 1) * leading * 0.5;
  for (const [index, line] of lines.entries())
    drawLine(document, line, {
      ...style,
      size,
      spacing: (spacing / largest) * size,
      at: center,
      y: top + index * leading,
      align: 'center',
    });
  return top + (lines.length - 1) * leading;
}

function drawRule({ pdf }: OpenDocument, y: number, half: number): void {
  const middle = pdf.page.width / 2;
  pdf
    .lineWidth(0.8)
    .strokeColor(gold)
    .moveTo(middle - half, y)
    .lineTo(middle - 6, y)
    .moveTo(middle + 6, y)
    .lineTo(middle + half, y)
    .stroke();
  pdf.polygon([middle, y - 3], [middle + 3, y], [middle, y + 3], [middle - 3, y]).fill(gold);
}

/** A column at the foot. */
interface FootColumn {
  /** Above the line: a day, or nothing where there is a picture or a signature by hand. */
  readonly value: string;
  readonly label: string;
  /** Below the label. */
  readonly note?: string | undefined;
}

/** Draws a column at the foot: its value, a line, its label, and a note below. */
function drawColumn(document: OpenDocument, x: number, y: number, width: number, column: FootColumn): void {
  const { pdf } = document;
  const { value, label, note } = column;
  const half = Math.min(78, width / 2 - 8);
  const fit = { at: x, width: 2 * half, mostLines: 1, smallest: 7 } as const;
  if (value !== '') drawBlock(document, value, y, { ...fit, face: 'regular', size: 16, color: ink });
  pdf
    .lineWidth(0.6)
    .strokeColor(gold)
    .moveTo(x - half, y + 8)
    .lineTo(x + half, y + 8)
    .stroke();
  // Names are set as they are written, labels in capitals.
  if (note === undefined)
    return void drawBlock(document, label.toUpperCase(), y + 21, {
      ...{ ...fit, face: 'regular', size: 8.5, color: grey, spacing: 1.1 },
    });
  drawBlock(document, label, y + 21, { ...fit, face: 'regular', size: 11, color: ink });
  drawBlock(document, note, y + 33, { ...fit, face: 'italic', size: 9.5, color: grey });
}

function drawCode({ pdf }: OpenDocument, squares: QrModules, x: number, y: number, side: number): void {
  const module = side / squares.size;
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
  pdf.fill(ink);
}

/** The facts of the certificate, and who signs it. */
function listColumns(view: CertificateView, { signatory }: DrawnDesign): FootColumn[] {
  const { awardedDate, validFrom, validThrough, paper } = view;
  return [
    ...(signatory ? [{ value: '', label: signatory.name, note: signatory.title ?? ' ' }] : []),
    { value: formatDay(awardedDate, paper), label: 'Awarded' },
    ...(validFrom === awardedDate ? [] : [{ value: formatDay(validFrom, paper), label: 'Valid from' }]),
    validThrough === undefined
      ? { value: 'Does not expire', label: 'Validity' }
      : { value: formatDay(validThrough, paper), label: 'Valid through' },
  ];
}

function drawFoot(
  document: OpenDocument,
  view: CertificateView,
  squares: QrModules,
  design: DrawnDesign,
): void {
  const { pdf } = document;
  const { width, height } = pdf.page;
  const y = height - 104;
  const columns = listColumns(view, design);
  const side = 74;
  const codeX = width - 66 - side;
  const right = codeX - 24;
  const { seal, signature } = design.pictures;
  // Two facts are centred on the page; more also need the space at its left, or what the seal leaves of it.
  const left = columns.length > 2 && !seal ? 66 : width - right;
  const column = (right - left) / columns.length;
  for (const [index, each] of columns.entries())
    drawColumn(document, left + column * (index + 0.5), y, column, each);
  if (design.signatory && signature)
    drawPicture(document, signature, {
      ...{ x: left + column / 2, bottom: y + 6, width: Math.min(140, column - 16), height: 44 },
    });
  if (seal)
    drawPicture(document, seal, {
      x: 66 + side / 2,
      bottom: height - 56 - 8,
      width: side + 8,
      height: side + 8,
    });
  const codeY = height - 56 - side - 15;
  drawCode(document, squares, codeX, codeY, side);
  pdf.link(codeX, codeY, side, side, view.verificationUrl);
  drawLine(document, 'Scan to verify', {
    at: codeX + side / 2,
    y: codeY + side + 12,
    align: 'center',
    face: 'italic',
    size: 10,
    color: grey,
  });
  drawLine(document, `Certificate no. ${view.certificateNumber}`, {
    at: width / 2,
    y: height - 60,
    align: 'center',
    face: 'regular',
    size: 10.5,
    color: grey,
    spacing: 0.4,
  });
  // The address of the QR code as text, for people without a camera.
  drawBlock(document, view.verificationUrl, height - 43, {
    face: 'regular',
    size: 8.5,
    smallest: 5,
    mostLines: 1,
    color: grey,
    width: width - 2 * 66,
  });
}

/** Draws a certificate on the current page of the document. */
export function drawCertificate(
  document: OpenDocument,
  view: CertificateView,
  squares: QrModules,
  design: DrawnDesign,
): void {
  const { width, height } = document.pdf.page;
  const middle = width / 2;
  const textWidth = width - 2 * 74;
  // Positions are shares of the height, so that extra height goes into the space between the parts.
  const yAt = (share: number) => height * share;
  drawFrame(document);
  if (design.pictures.logo) drawLogo(document, design.pictures.logo);
  // A logo takes the place of the name, which moves down.
  drawBlock(document, view.issuer.toUpperCase(), yAt(design.pictures.logo ? 0.17 : 0.148), {
    face: 'semibold',
    size: 15,
    smallest: 9,
    mostLines: 2,
    color: ink,
    spacing: 2.4,
    width: textWidth,
  });
  drawLine(document, 'Certificate', {
    at: middle,
    y: yAt(0.262),
    align: 'center',
    face: 'regular',
    size: 50,
    color: gold,
    spacing: 1.5,
  });
  const phrase = { at: middle, align: 'center', face: 'italic', size: 16, color: grey } as const;
  drawLine(document, 'This certifies that', { ...phrase, y: yAt(0.34) });
  const nameBaseline = drawBlock(document, view.holder, yAt(0.44), {
    face: 'semibold',
    size: 42,
    smallest: 17,
    mostLines: 2,
    color: ink,
    width: textWidth,
  });
  drawRule(document, nameBaseline + 22, 150);
  drawLine(document, 'has been awarded', { ...phrase, y: yAt(0.556) });
  drawBlock(document, view.award, yAt(0.652), {
    face: 'regular',
    size: 29,
    smallest: 13,
    mostLines: 3,
    color: ink,
    width: textWidth,
  });
  drawFoot(document, view, squares, design);
}
