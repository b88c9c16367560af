// Writes a capitol report as PDF: the same bytes from the same data.
import { type OpenDocument, openDocument } from '../../../../shared/pdf/document.ts';
import { faint, hairline, ink } from '../../../../shared/pdf/palette.ts';
import { drawText, measureText } from '../../../../shared/pdf/typesetting.ts';
import { formatLongDay, formatPeriod } from '../content/formatting.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { clipLines, drawPageRule, margin, paginate, style } from './flow.ts';
import { buildSections } from './pdf-sections.ts';

const letterheadStyle = style('regular', 11, faint);
const factsStyle = style('regular', 10.5, faint);
const footStyle = style('regular', 9, faint);

/** Draws the header above the first section. @returns the y position below it */
function drawHead(document: OpenDocument, report: Snapshot, width: number): number {
  const facts = [
    ...(report.session === undefined ? [] : [report.session]),
    formatPeriod(report.startDate, report.endDate),
    `as of ${formatLongDay(report.asOfDate)}`,
  ].join('   ·   ');
  const title = style('semibold', 22, ink);
  let y = margin;
  for (const [text, style, maxLines, below] of [
    [`${report.association}   ·   ${report.reportTypeName} report`, letterheadStyle, 1, 4],
    [report.title, title, 2, 0],
    [facts, factsStyle, 2, 0],
  ] as const) {
    for (const line of clipLines(document, text, width, style, maxLines)) {
      drawText(document, line, margin, y + style.size * 0.8, style);
      y += style.size * 1.3;
    }
    y += below;
  }
  return y;
}

function drawFoot(document: OpenDocument, report: Snapshot, number: string): void {
  const { width, height } = document.pdf.page;
  const y = height - 36;
  const right = width - margin - measureText(document, number, footStyle);
  drawPageRule(document, y - 13, hairline);
  const footer = `${report.association} · ${report.title}`;
  const [name = ''] = clipLines(document, footer, right - margin - 12, footStyle, 1);
  drawText(document, name, margin, y, footStyle);
  drawText(document, number, right, y, footStyle);
}

/** The report on the paper size that is usual in the state. */
export async function writePdf(report: Snapshot): Promise<Uint8Array> {
  const { title, association, asOf, paper } = report;
  const document = await openDocument({
    title,
    author: association,
    createdAt: new Date(asOf),
    paper,
    layout: 'portrait',
    content: report,
  });
  const { pdf } = document;
  const addPage = (): void => void pdf.addPage({ size: paper, layout: 'portrait', margin: 0 });
  addPage();
  const width = pdf.page.width - 2 * margin;
  const top = drawHead(document, report, width);
  // In a period of more than one year, days are shown with their years.
  const hasYears = report.startDate.slice(0, 4) !== report.endDate.slice(0, 4);
  const pieces = buildSections({ document, width, hasYears }, report.sections);
  const pages = paginate(pieces, top, margin, pdf.page.height - 58);
  for (const [index, page] of pages.entries()) {
    if (index > 0) addPage();
    let y = index === 0 ? top : margin;
    for (const piece of page) {
      piece.draw(y);
      y += piece.height;
    }
    drawFoot(document, report, `Page ${index + 1} of ${pages.length}`);
  }
  return document.finish();
}
