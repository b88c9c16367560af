// The mail of a scheduled report, as text and as HTML: what needs attention, and the link to the report.
import {
  renderButton,
  renderHeading,
  renderLetterhead,
  renderMailHtml,
  renderParagraphs,
} from '../../../../../shared/mail/mail-html.ts';
import type { Mail } from '../../../../../shared/mail/outbox.ts';
import type { Brand } from '../../../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import { formatCount, formatPeriod } from '../../content/formatting.ts';
import type { Snapshot } from '../../content/snapshot.ts';
import { LINK_DAYS } from '../links/report-link.ts';
import { describeBill, selectUrgentBills } from '../urgent-bills.ts';

/** What a mail says. */
interface ReportMailInput {
  readonly data: Snapshot;
  readonly brand: Brand;
  /** The address of the report's page; a POST to it ends the mails. */
  readonly url: string;
}

/** Builds the mail for one recipient. */
export function buildReportMail({
  data,
  brand,
  url,
}: ReportMailInput): Pick<Mail, 'subject' | 'text' | 'headers'> & { readonly html: string } {
  const period = formatPeriod(data.startDate, data.endDate);
  const subject = `${data.title}: ${period}`;
  const urgent = selectUrgentBills(data);
  const count = urgent.bills.length + urgent.more;
  const opening = `${[data.state, data.session].filter(Boolean).join(', ')}. The report has ${formatCount(data.billCount, 'bill')}${count === 0 ? '.' : `; ${count === 1 ? 'one needs' : `${count} need`} attention:`}`;
  const more = urgent.more > 0 ? `and ${urgent.more} more in the report.` : '';
  const lines = urgent.bills.map((bill) => `${describeBill(bill)}\n  ${(bill.reasons ?? []).join(' ')}`);
  const notes = `The link is for you alone and works for ${LINK_DAYS} days. You get this mail because ${brand.name} mails you this report on a schedule. On the page of the link you can end that.`;
  const items = urgent.bills.map(
    (bill) =>
      `<li style="margin:0 0 10px"><strong>${escapeHtml(describeBill(bill))}</strong><br>${escapeHtml((bill.reasons ?? []).join(' '))}</li>`,
  );
  return {
    subject,
    text: `${[subject, opening, ...lines, ...(more ? [more] : []), `Open the report:\n${url}`, notes].join('\n\n')}\n`,
    html: renderMailHtml({
      subject,
      body: [
        renderLetterhead(brand),
        renderHeading(data.title),
        renderParagraphs(`${period}\n\n${opening}`),
        ...(items.length > 0
          ? [`<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.join('')}</ul>`]
          : []),
        ...(more ? [renderParagraphs(more)] : []),
        renderButton('Open the report', url, brand.color),
      ].join('\n'),
      footer: escapeHtml(notes),
      color: brand.color,
    }),
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
