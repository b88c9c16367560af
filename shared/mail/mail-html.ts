// The HTML of a mail that the platform writes itself: one column that fits a telephone, a button, and a footer. Mail programs
// know tables and styles of single elements only.
import type { Brand } from '../pages/brand.ts';
import { getReadableInk } from '../pages/colors.ts';
import { escapeHtml } from '../pages/escape-html.ts';

/** The colour of a button without a tenant's own. */
const DEFAULT_COLOR = '#1b4f9c';

/** A text as paragraphs of HTML: a blank line begins another one. */
export const renderParagraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

/** A link that looks like a button. */
export const renderButton = (text: string, url: string, color = DEFAULT_COLOR): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td style="border-radius:6px;background:${color}"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;font-weight:bold;color:${color === DEFAULT_COLOR ? '#ffffff' : getReadableInk(color)};text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;

/** The first heading of a mail. */
export const renderHeading = (text: string): string =>
  `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(text)}</h1>`;

/** The logo and the name of whose mail it is. */
export const renderLetterhead = ({ name, logoUrl }: Brand): string => {
  const logo =
    logoUrl === undefined
      ? ''
      : `<td style="padding:0 12px 0 0"><img src="${escapeHtml(logoUrl)}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:144px;border:0"></td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>${logo}<td style="font-weight:bold">${escapeHtml(name)}</td></tr></table>`;
};

/** A long word, such as the address of an online meeting, breaks and does not widen the column beyond a telephone. */
const breakWords = 'word-break:break-word;overflow-wrap:anywhere';

/**
 * A part of a mail that others write: one column as wide as that of a mail, with a surface of its own, so that it can be read on
 * every background.
 */
export const renderBand = (content: string, style: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff"><tr><td style="font-family:Arial,Helvetica,sans-serif;${breakWords};${style}">${content}</td></tr></table></td></tr></table>`;

/** The whole document; `body` and `footer` are markup, in which every text is escaped. */
export const renderMailHtml = ({
  subject,
  body,
  footer,
  color,
  language = 'en',
}: {
  readonly subject: string;
  readonly body: string;
  readonly footer: string;
  /** A line of this colour at the top. */
  readonly color?: string | undefined;
  readonly language?: string | undefined;
}): string =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f5f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f5f8"><tr><td align="center" style="padding:24px 12px">
<div role="main"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border:1px solid #dde2e8;${color === undefined ? '' : `border-top:4px solid ${color};`}border-radius:8px"><tr><td style="padding:28px 24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1b2f4b;${breakWords}">
${body}
</td></tr></table></div>
<div role="contentinfo"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td style="padding:16px 24px;font-family:Arial,Helvetica,sans-serif;font-size:12px;line-height:1.5;color:#566070;${breakWords}">${footer}</td></tr></table></div>
</td></tr></table>
</body>
</html>
`;
