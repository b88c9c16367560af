// The mails that list entries to a subscriber, as text and as HTML: why they come, and how to unsubscribe.
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import type { EntryText } from './digest-entry.ts';

type Line = EntryText['lines'][number];

/** In plain text what matched is between asterisks, as people write it in mails. */
const toPlainLine = (line: Line): string =>
  typeof line === 'string' ? line : line.map(({ text, isMatch }) => (isMatch ? `*${text}*` : text)).join('');

const renderLine = (line: Line): string => {
  if (typeof line !== 'string')
    return line
      .map(({ text, isMatch }) => (isMatch ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)))
      .join('');
  return /^https?:\/\/\S+$/.test(line)
    ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>`
    : escapeHtml(line);
};

/** An entry as text: its lines are indented below its heading. */
export const writeEntry = ({ heading, lines }: EntryText): string =>
  [heading, ...lines.map(toPlainLine)].join('\n  ');

/** Entries as a list in HTML. */
export const renderEntries = (entries: readonly EntryText[]): string =>
  `<ul>\n${entries
    .map(
      ({ heading, lines }) =>
        `<li><strong>${escapeHtml(heading)}</strong>${lines.map((line) => `<br>${renderLine(line)}`).join('')}</li>`,
    )
    .join('\n')}\n</ul>`;

/** What a mail says around its entries. */
export interface EntryMail {
  readonly title: string;
  readonly opening: string;
  /** The entries as text, in paragraphs. */
  readonly text: readonly string[];
  /** The entries as HTML. */
  readonly html: readonly string[];
  /** Why the receiver gets it. */
  readonly reason: string;
  /** The page on which the receiver unsubscribes. */
  readonly unsubscribeUrl: string;
  readonly associationName: string;
}

export function buildEntryMail({
  title,
  opening,
  reason,
  unsubscribeUrl,
  associationName,
  ...body
}: EntryMail): {
  readonly text: string;
  readonly html: string;
} {
  const text = [opening, ...body.text, reason, `Unsubscribe: ${unsubscribeUrl}`, associationName];
  const html = [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n</head>\n<body>`,
    `<p>${escapeHtml(opening)}</p>`,
    ...body.html,
    `<p>${escapeHtml(reason)}</p>`,
    `<p><a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`,
    `<p>${escapeHtml(associationName)}</p>`,
    '</body>\n</html>\n',
  ];
  return { text: `${text.join('\n\n')}\n`, html: html.join('\n') };
}
