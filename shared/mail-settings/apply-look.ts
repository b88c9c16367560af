// Adds what every mail of a tenant says to a rendered message: header, footer and postal address, in the HTML and in the text.

import { renderBand } from '../mail/mail-html.ts';
import type { MailLook } from '../mail/mail-size.ts';
import { escapeHtml } from '../pages/escape-html.ts';
import type { MailSettings } from './mail-settings.ts';

interface Texts {
  readonly html: string;
  readonly text: string;
}

/** Whose mail it is. */
interface Sender {
  readonly name: string;
  readonly branding?:
    | { readonly logoUrl?: string | undefined; readonly color?: string | undefined }
    | undefined;
}

const escapeLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

function renderHeader({ header, showsLogo, color }: MailSettings, { branding = {} }: Sender): string {
  const logo =
    showsLogo && branding.logoUrl !== undefined
      ? `<img src="${escapeHtml(branding.logoUrl)}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:144px;border:0;margin:0 0 8px">`
      : '';
  const content = `${logo}${header === undefined ? '' : escapeLines(header)}`;
  const line = color ?? branding.color;
  if (content === '' && line === undefined) return '';
  const border = line === undefined ? '' : `border-top:4px solid ${line};`;
  return renderBand(
    content,
    `${border}padding:${content === '' ? '0' : '16px 25px'};font-size:16px;font-weight:bold;color:#1b2f4b`,
  );
}

/** What the footer says: whose mail it is, where it gets letters, and the tenant's own text. */
const listFooterTexts = ({ footer, postalAddress }: MailSettings, { name }: Sender): string[] =>
  [footer, postalAddress === undefined ? undefined : `${name}\n${postalAddress}`].filter(
    (text) => text !== undefined,
  );

const renderFooter = (texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : renderBand(
        texts.map((text) => `<p style="margin:0 0 8px">${escapeLines(text)}</p>`).join(''),
        'padding:16px 25px;font-size:12px;line-height:1.5;color:#566070',
      );

/** What every mail of a tenant shows, in its HTML and in its text. */
export interface TextLook extends MailLook {
  readonly text: string;
}

/** What every mail of a tenant shows: header, footer and postal address. */
export function renderLook(settings: MailSettings, sender: Sender): TextLook {
  const texts = listFooterTexts(settings, sender);
  return {
    ...{ header: renderHeader(settings, sender), footer: renderFooter(texts) },
    text: texts.join('\n\n'),
  };
}

/** The message as it is sent: with the header, the footer and the postal address of the tenant. */
export async function applyLook<T extends Texts>(message: T, look: TextLook): Promise<T> {
  // Only what renders mails loads what reads HTML.
  const { addLook } = await import('../mail/way-out.ts');
  return {
    ...message,
    html: addLook(message.html, look),
    text: look.text === '' ? message.text : `${message.text.trimEnd()}\n\n${look.text}\n`,
  };
}
