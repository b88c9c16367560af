// Draws a certificate: a double frame, the holder's name large in the middle, dates and the QR code at the foot.
import { defaultLanguage } from '../../../../shared/languages/languages.ts';
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import type { QrModules } from '../../../../shared/pdf/qr-code.ts';
import { formatDay } from '../../time/format-day.ts';
import { drawBlock } from '../design/draw-block.ts';
import { type DrawnDesign, drawBackground, drawLogo } from '../design/draw-design.ts';
import { type CertificateLayout, fillPlaceholders, type PlaceholderValues } from '../design/layout.ts';
import type { CertificateTexts } from '../languages/en.ts';
import { getCertificateTexts } from '../languages/load-texts.ts';
import type { CertificateView } from './certificate-view.ts';
import { drawFoot, getSignatureRow, grey } from './draw-foot.ts';

function drawFrame({ pdf }: OpenDocument, { inkColor, accentColor }: CertificateLayout): void {
  const { width, height } = pdf.page;
  const frame = (inset: number, line: number, color: string) =>
    pdf
      .lineWidth(line)
      .strokeColor(color)
      .rect(inset, inset, width - 2 * inset, height - 2 * inset)
      .stroke();
  frame(26, 2.2, inkColor);
  frame(33, 0.7, accentColor);
  // A lozenge in each corner of the inner frame, on a white one so that the lines end before it.
  for (const x of [33, width - 33])
    for (const y of [33, height - 33]) {
      const lozenge = (half: number) =>
        pdf.polygon([x, y - half], [x + half, y], [x, y + half], [x - half, y]);
      lozenge(5.6).fill('#FFFFFF');
      lozenge(3.8).fill(accentColor);
    }
}

function drawRule({ pdf }: OpenDocument, y: number, half: number, color: string): void {
  const middle = pdf.page.width / 2;
  pdf
    .lineWidth(0.8)
    .strokeColor(color)
    .moveTo(middle - half, y)
    .lineTo(middle - 6, y)
    .moveTo(middle + 6, y)
    .lineTo(middle + half, y)
    .stroke();
  pdf.polygon([middle, y - 3], [middle + 3, y], [middle, y + 3], [middle - 3, y]).fill(color);
}

/** What texts can say of a certificate. */
function listValues(
  view: CertificateView,
  { doesNotExpire }: CertificateTexts['certificate'],
): PlaceholderValues {
  const { paper, language, validThrough, credits = 0 } = view;
  const format = (day: string) => formatDay(day, paper, language);
  return {
    ...{ person: view.holder, award: view.award, number: view.certificateNumber, issuer: view.issuer },
    ...{ awardedDate: format(view.awardedDate), validFrom: format(view.validFrom) },
    validThrough: validThrough === undefined ? doesNotExpire : format(validThrough),
    credits: credits === 0 ? '' : new Intl.NumberFormat(language).format(credits),
  };
}

/** The height that the text below the award takes from the others. */
const bodyHeight = 64;

/** Draws a certificate on the current page of the document, in the language of the view. */
export function drawCertificate(
  document: OpenDocument,
  view: CertificateView,
  squares: QrModules,
  design: DrawnDesign,
): void {
  const { width, height } = document.pdf.page;
  const { layout, pictures } = design;
  const { inkColor, accentColor } = layout;
  const texts = getCertificateTexts(view.language ?? defaultLanguage).certificate;
  const values = listValues(view, texts);
  const own = layout.texts[view.language ?? defaultLanguage] ?? {};
  const say = (name: keyof typeof own, otherwise: string) => fillPlaceholders(own[name] ?? otherwise, values);
  const body = say('body', '');
  const textWidth = width - 2 * 74;
  // Positions are shares of the height above the signatures, so that extra height goes into the space between the parts.
  const whole = height - getSignatureRow(design);
  const upper = whole - (body === '' ? 0 : bodyHeight);
  const yAt = (share: number) => upper * share;
  if (pictures.background) drawBackground(document, pictures.background);
  if (layout.hasFrame) drawFrame(document, layout);
  // A logo takes the place of the name, which moves down.
  const logoBottom = Math.max(yAt(0.138), yAt(0.07) + 42);
  if (pictures.logo) drawLogo(document, pictures.logo, { bottom: logoBottom, height: yAt(0.07) }, layout);
  const issuerY = pictures.logo ? Math.max(yAt(0.17), logoBottom + 17) : yAt(0.148);
  drawBlock(document, view.issuer.toUpperCase(), issuerY, layout, {
    ...{ face: 'semibold', size: 15, smallest: 6, mostLines: 2, color: inkColor, spacing: 2.4 },
    width: textWidth,
  });
  const titleSize = Math.min(50, yAt(0.0817));
  const titleY = Math.max(yAt(0.262), pictures.logo ? issuerY + titleSize * 0.72 + 14 : 0);
  drawBlock(document, say('title', texts.title), titleY, layout, {
    ...{ face: 'regular', size: titleSize, smallest: 5, mostLines: 1 },
    ...{ color: accentColor, spacing: 1.5, width: textWidth },
  });
  const phrase = {
    face: 'italic',
    size: 16,
    smallest: 6,
    mostLines: 2,
    color: grey,
    width: textWidth,
  } as const;
  drawBlock(document, say('opening', texts.opening), yAt(0.34), layout, phrase);
  const nameBaseline = drawBlock(document, view.holder, yAt(0.44), layout, {
    ...{ face: 'semibold', size: 42, smallest: 9, mostLines: 3, color: inkColor, width: textWidth },
  });
  drawRule(document, Math.min(nameBaseline + 22, yAt(0.556) - 18), 150, accentColor);
  drawBlock(document, say('awarded', texts.awarded), yAt(0.556), layout, phrase);
  const awardBaseline = drawBlock(document, view.award, yAt(0.652), layout, {
    ...{ face: 'regular', size: 29, smallest: 8, mostLines: 3, color: inkColor, width: textWidth },
  });
  if (body !== '')
    drawBlock(document, body, (awardBaseline + 12 + whole - 136) / 2 + 4, layout, {
      ...{ face: 'regular', size: 16, smallest: 4, mostLines: 6, color: inkColor, width: textWidth },
    });
  drawFoot(document, view, squares, design, texts);
}
