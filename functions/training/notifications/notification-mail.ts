// The mail of a notification, as text and as HTML, with the link by which its recipient acts.
import {
  renderButton,
  renderHeading,
  renderLetterhead,
  renderMailHtml,
  renderParagraphs,
} from '../../../shared/mail/mail-html.ts';
import type { Mail } from '../../../shared/mail/outbox.ts';
import { extractFields } from '../../../shared/mail/template-fields.ts';
import type { Brand } from '../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import type { ActionLink } from './action-link.ts';
import type { TemplateWords } from './default-templates.ts';
import type { NotificationValues } from './merge-fields.ts';
import { type FormatSettings, mergeLine, mergeText } from './merge-template.ts';

/** Stands for the button in a text until the text is HTML: no template and no value has this character. */
const BUTTON_PLACE = '\u{F8FF}';

/** The text of a template with a place for the link: one that does not name it ends with it. */
const placeLink = (text: string): string =>
  extractFields(text).includes('actionLink') ? text : `${text}\n\n{{actionLink}}`;

const appendNote = (text: string, note: string | undefined): string =>
  note === undefined ? text : `${text.trimEnd()}\n\n${note}\n`;

interface NotificationMailInput {
  readonly words: Pick<TemplateWords, 'subject' | 'text'>;
  readonly values: NotificationValues;
  readonly place: FormatSettings;
  readonly brand: Brand;
  readonly action?: ActionLink | undefined;
  /** What the platform adds at the end, whatever the texts are: what is attached. */
  readonly note?: string | undefined;
}

/** Fills in the texts and renders the mail. */
export function buildNotificationMail({
  words,
  values,
  place,
  brand,
  action,
  note,
}: NotificationMailInput): Pick<Mail, 'subject' | 'text'> & { readonly html: string } {
  const subject = mergeLine(words.subject, values, place);
  const template = placeLink(words.text);
  const merge = (actionLink: string) => mergeText(template, { ...values, actionLink }, place);
  const body = merge(action ? BUTTON_PLACE : '')
    .split(BUTTON_PLACE)
    .map(renderParagraphs)
    .join(action ? renderButton(action.text, action.url, brand.color) : '');
  return {
    subject,
    text: appendNote(merge(action ? `${action.text}:\n${action.url}` : ''), note),
    html: renderMailHtml({
      subject,
      body: `${renderLetterhead(brand)}\n${renderHeading(subject)}\n${body}${note === undefined ? '' : `\n${renderParagraphs(note)}`}`,
      footer: escapeHtml(
        action
          ? `${brand.name}. The button acts for you without signing in: please do not pass this mail on.`
          : brand.name,
      ),
      color: brand.color,
    }),
  };
}
