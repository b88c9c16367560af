// The mail that invites a user to choose a password.
import { areaUrl } from '../../../shared/http/area-url.ts';
import {
  renderButton,
  renderHeading,
  renderLetterhead,
  renderMailHtml,
  renderParagraphs,
} from '../../../shared/mail/mail-html.ts';
import type { Mail } from '../../../shared/mail/outbox.ts';
import { toSingleLine } from '../../../shared/mail/template-fields.ts';
import type { Brand } from '../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import type { Texts } from '../languages/languages.ts';
import { invitationLifetime } from './user.ts';

/** The invitation to a tenant, with the link to the page that accepts it, and the code for screens that ask for it. */
export function buildInvitationMail(invitation: {
  readonly texts: Texts;
  readonly to: string;
  readonly userName: string;
  /** Whose mail it looks like: the tenant's. */
  readonly brand: Brand;
  readonly token: string;
}): Mail {
  const { texts, to, userName, brand, token } = invitation;
  const own = texts.mails.invitation;
  const name = toSingleLine(brand.name);
  const subject = own.subject({ name });
  const intro = own.user({ name, userName });
  const rule = own.choose({ days: invitationLifetime / 86_400 });
  const code = own.code({ name });
  const url = areaUrl('identity', `/Account/UserInvitation/${token}`);
  const codeMarkup = `<p style="margin:0 0 16px;font-family:Consolas,Menlo,monospace;font-size:13px;word-break:break-all;overflow-wrap:anywhere">${escapeHtml(token)}</p>`;
  return {
    to,
    subject,
    isAboutAccount: true,
    text: `${[intro, `${rule}:`, url, code, `  ${token}`, own.unexpected].join('\n\n')}\n`,
    html: renderMailHtml({
      subject,
      language: texts.language,
      color: brand.color,
      body: `${renderLetterhead({ ...brand, name })}
${renderHeading(subject)}
${renderParagraphs(`${intro}\n\n${rule}.`)}
${renderButton(own.button, url, brand.color)}
${renderParagraphs(code)}
${codeMarkup}`,
      footer: escapeHtml(own.unexpected),
    }),
  };
}
