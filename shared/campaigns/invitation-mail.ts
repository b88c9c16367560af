// The mail that invites a person to write: the texts of the template, a button, and how to get no more.
import { fillMergeFields, type MergeValues } from '../advocacy/merge-fields.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { escapeHtml } from '../pages/escape-html.ts';
import type { InvitationContent } from './store.ts';

/** Where the links of a mail lead. */
export interface InvitationLinks {
  readonly letter: string;
  readonly unsubscribe: string;
  readonly preferences: string;
}

/** A text as paragraphs of HTML: a blank line begins another one. */
const toParagraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

const renderHtml = (
  subject: string,
  body: string,
  action: string,
  association: string,
  links: InvitationLinks,
) =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f5f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f5f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid #dde2e8;border-radius:8px"><tr><td style="padding:28px 24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1b2f4b">
${body}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px"><tr><td style="border-radius:6px;background:#1b4f9c"><a href="${escapeHtml(links.letter)}" style="display:inline-block;padding:12px 24px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(action)}</a></td></tr></table>
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td style="padding:16px 24px;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:1.5;color:#566070">${escapeHtml(association)}<br><a href="${escapeHtml(links.unsubscribe)}" style="color:#566070">Unsubscribe</a> &#183; <a href="${escapeHtml(links.preferences)}" style="color:#566070">Choose what you receive</a></td></tr></table>
</td></tr></table>
</body>
</html>
`;

/** The mail to one person. */
export function renderInvitation(
  { subject: subjectText, body: bodyText, isHtml, action }: InvitationContent,
  values: MergeValues,
  association: string,
  links: InvitationLinks,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const subject = fillMergeFields(subjectText, values, 'text').replace(/\s+/g, ' ').trim();
  const body = fillMergeFields(bodyText, values, isHtml ? 'html' : 'text');
  const label = fillMergeFields(action, values, 'text');
  const footer = `--\n${association}\nUnsubscribe: ${links.unsubscribe}\nChoose what you receive: ${links.preferences}\n`;
  return {
    subject,
    html: renderHtml(subject, isHtml ? body : toParagraphs(body), label, association, links),
    text: `${isHtml ? toPlainText(body) : body.trim()}\n\n${label}:\n${links.letter}\n\n${footer}`,
  };
}
