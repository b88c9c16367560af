// What the page of a mailed report says: what it is, what needs attention, and its files.
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import { type PageContent, renderFacts } from '../../../../../shared/pages/page.ts';
import { formatCount, formatLongDay, formatPeriod } from '../../content/formatting.ts';
import type { Snapshot } from '../../content/snapshot.ts';
import type { FormatName } from '../../formats/format.ts';
import { describeBill, selectUrgentBills } from '../urgent-bills.ts';

const fileNames: Readonly<Record<FormatName, string>> = {
  pdf: 'PDF, to read and print',
  bills: 'CSV, a row for each bill',
  csv: 'CSV, a row for each fact',
  json: 'JSON, for programs',
};

const linkStyle = `
.files a { font-weight: 600; }
`;

/** @param getUrl the address of a file */
export function describeReport(
  data: Snapshot,
  isRecipient: boolean,
  getUrl: (format: FormatName) => string,
): PageContent {
  const urgent = selectUrgentBills(data);
  const bills = urgent.bills.map(
    (bill) =>
      `<li dir="auto"><strong>${escapeHtml(describeBill(bill))}</strong><small>${escapeHtml((bill.reasons ?? []).join(' '))}</small></li>`,
  );
  const files = (['pdf', 'bills', 'csv', 'json'] as const).map(
    (format) => `<li><a href="${escapeHtml(getUrl(format))}">${fileNames[format]}</a></li>`,
  );
  return {
    title: data.title,
    text: `${data.association} follows ${formatCount(data.billCount, 'bill')} in this report.`,
    style: linkStyle,
    details: [
      renderFacts([
        ['Legislature', data.state],
        ['Session', data.session],
        ['Days', formatPeriod(data.startDate, data.endDate)],
        ['Made on', formatLongDay(data.asOfDate)],
      ]),
      '<h2>The report as a file</h2>',
      `<ul class="files">\n${files.join('\n')}\n</ul>`,
      ...(bills.length > 0
        ? [
            `<h2>Needs attention${urgent.more > 0 ? `: ${bills.length} of ${bills.length + urgent.more}` : ''}</h2>`,
            `<ul>\n${bills.join('\n')}\n</ul>`,
          ]
        : []),
    ].join('\n'),
    ...(isRecipient && {
      buttons: [{ text: 'Send me no more of this report', action: 'stop', isQuiet: true }],
    }),
  };
}

/** The page of a link that has expired. */
export const expiredReportPage: PageContent = {
  title: 'This link has expired',
  text: 'It showed the report for 30 days. The report is still stored: sign in to read it, or ask whoever scheduled it.',
};

/** The page after the mails were stopped. */
export const describeStop = (name: string): PageContent => ({
  title: 'You get no more mails of this report',
  text: `“${name}” is not mailed to you any more. Whoever scheduled it can add you again.`,
});
