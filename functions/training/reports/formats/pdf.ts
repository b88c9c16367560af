// A report as PDF: heading, page numbers, the column titles on every page, numbers aligned to the right.
import { defaultPaper, type OpenDocument, openDocument } from '../../../../shared/pdf/document.ts';
import { faint, ink } from '../../../../shared/pdf/palette.ts';
import { drawText, measureText, type Style, toSingleLine } from '../../../../shared/pdf/typesetting.ts';
import { wrapText } from '../../../../shared/pdf/wrap-text.ts';
import type { ReportDocument } from '../definition/document.ts';
import { describePeriod } from '../definition/period.ts';
import type { Columns } from '../definition/report.ts';
import { margin, PdfTable } from './pdf-table.ts';

/** The largest sum of the columns' widths in portrait layout; wider reports are landscape. */
const maxPortraitWidth = 90;

/** Draws the heading. Returns the position below it. */
function drawHead(document: OpenDocument, report: ReportDocument): number {
  const { title, tenantName, subject, period, asOfDay, currency } = report;
  const width = document.pdf.page.width - 2 * margin;
  const facts = [
    ...(period ? [`Period: ${describePeriod(period)}`] : []),
    `As of ${asOfDay}`,
    ...(currency === undefined ? [] : [`Amounts in ${currency}`]),
  ];
  const texts: readonly (readonly [string, Style])[] = [
    [tenantName, { face: 'regular', size: 11, color: faint }],
    [title, { face: 'semibold', size: 22, color: ink }],
    ...(subject === undefined ? [] : [[subject, { face: 'regular', size: 13, color: ink }] as const]),
    [facts.join('   ·   '), { face: 'regular', size: 10.5, color: faint }],
  ];
  let y = margin;
  for (const [text, style] of texts)
    for (const line of wrapText(toSingleLine(text), width, (part) => measureText(document, part, style))) {
      drawText(document, line, margin, y + style.size * 0.8, style);
      y += style.size * 1.3;
    }
  return y + 8;
}

/** Draws the foot of a page. */
function drawFoot(document: OpenDocument, { title, tenantName }: ReportDocument, number: string): void {
  const { width, height } = document.pdf.page;
  const style: Style = { face: 'regular', size: 9, color: faint };
  const right = width - margin - measureText(document, number, style);
  const [name = ''] = wrapText(toSingleLine(`${tenantName} · ${title}`), right - margin - 12, (part) =>
    measureText(document, part, style),
  );
  drawText(document, name, margin, height - margin, style);
  drawText(document, number, right, height - margin, style);
}

const omitIds = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, { kind }]) => kind !== 'id'));

/**
 * Writes the document as PDF on the paper size of the tenant's region. The lines are laid out twice, the first time to
 * count the pages, so that each page can be released once it is drawn.
 */
export async function writePdf(input: ReportDocument): Promise<Uint8Array> {
  const report = { ...input, columns: omitIds(input.columns) };
  const shares = Object.values(report.columns).reduce((sum, { width }) => sum + width, 0);
  const layout = shares > maxPortraitWidth ? 'landscape' : 'portrait';
  const paper = defaultPaper(report.timeZone);
  const document = await openDocument({
    title: report.title,
    author: report.tenantName,
    createdAt: report.asOf,
    paper,
    layout,
    content: report,
  });
  const { pdf } = document;
  const addPage = (): void => void pdf.addPage({ size: paper, layout, margin: 0 });
  addPage();
  const { width, height } = pdf.page;
  const top = drawHead(document, report);
  const table = new PdfTable(document, report, { width, height });
  const starts = table.pages(top);
  const pages = starts.length - 1;
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) addPage();
    table.draw(page === 1 ? top : margin, starts[page - 1] ?? 0, starts[page] ?? 0);
    drawFoot(document, report, `Page ${page} of ${pages}`);
  }
  return document.finish();
}
