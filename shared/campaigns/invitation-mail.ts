// The mail that invites a person to write: the texts of the template, a button, and how to get no more.
import { fillMergeFields, type MergeValues } from '../advocacy/merge-fields.ts';
import { renderButton, renderMailHtml, renderParagraphs } from '../mail/mail-html.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { escapeHtml } from '../pages/escape-html.ts';
import type { InvitationContent } from './store.ts';

/** Where the links of a mail lead. */
export interface InvitationLinks {
  readonly letter: string;
  readonly unsubscribe: string;
  readonly preferences: string;
}

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
    html: renderMailHtml({
      subject,
      body: `${isHtml ? body : renderParagraphs(body)}\n${renderButton(label, links.letter)}`,
      footer: `${escapeHtml(association)}<br><a href="${escapeHtml(links.unsubscribe)}" style="color:#566070">Unsubscribe</a> &#183; <a href="${escapeHtml(links.preferences)}" style="color:#566070">Choose what you receive</a>`,
    }),
    text: `${isHtml ? toPlainText(body) : body.trim()}\n\n${label}:\n${links.letter}\n\n${footer}`,
  };
}
