// Writes the mail of a digest: each changed event and bill once, with everything that changed, as text and as HTML.

import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import { isOver } from '../../is-over.ts';
import type { FoundBill } from '../deliveries/subject.ts';
import { type BillEntry, formatBill } from './bill-entry.ts';
import type { EntryText } from './digest-entry.ts';
import { type EventEntry, formatEvent } from './event-entry.ts';
import { formatFoundBill } from './found-entry.ts';

/** The content of a digest. */
export interface DigestContent {
  readonly name: string;
  readonly associationName: string;
  readonly createdBy?: string | undefined;
  /** The page on which the receiver unsubscribes. */
  readonly unsubscribeUrl: string;
  readonly events: readonly EventEntry[];
  readonly bills: readonly BillEntry[];
  readonly found: readonly FoundBill[];
}

interface Section {
  readonly title: string;
  readonly entries: readonly EntryText[];
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const getEventSort = ({ record }: EventEntry): string => `${record.startDate}${record.startsAt ?? ''}`;

/** What is to come, then what is over, then bills; a part without entries is left out. */
function buildSections({ events, bills, found }: DigestContent, now: Date): readonly Section[] {
  const byDay = events.toSorted((a, b) => (getEventSort(a) < getEventSort(b) ? -1 : 1));
  const past = byDay.filter(({ record }) => isOver(record, now));
  const toCome = byDay.filter((entry) => !past.includes(entry));
  const sections = [
    { title: 'Calendar', entries: toCome.map((entry) => formatEvent(entry, now)) },
    { title: 'Calendar: already over', entries: past.map((entry) => formatEvent(entry, now)) },
    ...[...Map.groupBy(found, ({ searchName }) => searchName)].map(([searchName, matches]) => ({
      title: `Found by the search “${searchName}”`,
      entries: matches.map(formatFoundBill),
    })),
    { title: 'Bills', entries: bills.map(formatBill) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

const renderText = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, entries }) => [
    title.toUpperCase(),
    ...entries.map(({ heading, lines }) => [heading, ...lines.map(toPlainLine)].join('\n  ')),
  ]);

/** In plain text what matched is between asterisks, as people write it in mails. */
const toPlainLine = (line: EntryText['lines'][number]): string =>
  typeof line === 'string' ? line : line.map(({ text, isMatch }) => (isMatch ? `*${text}*` : text)).join('');

const renderLine = (line: EntryText['lines'][number]): string => {
  if (typeof line !== 'string')
    return line
      .map(({ text, isMatch }) => (isMatch ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)))
      .join('');
  return /^https?:\/\/\S+$/.test(line)
    ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>`
    : escapeHtml(line);
};

const renderSection = ({ title, entries }: Section): string =>
  `<h2>${escapeHtml(title)}</h2>\n<ul>\n${entries
    .map(
      ({ heading, lines }) =>
        `<li><strong>${escapeHtml(heading)}</strong>${lines.map((line) => `<br>${renderLine(line)}`).join('')}</li>`,
    )
    .join('\n')}\n</ul>`;

/** @param now the moment of the digest, by the tenant's clock */
export function buildDigestMail(
  content: DigestContent,
  now: Date,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { name, associationName, createdBy, unsubscribeUrl, events, bills, found } = content;
  const parts = [
    ...(events.length > 0 ? [formatCount(events.length, 'event')] : []),
    ...(bills.length > 0 ? [formatCount(bills.length, 'bill')] : []),
  ].join(' and ');
  const finds = found.length > 0 ? [`${formatCount(found.length, 'bill')} found`] : [];
  const news = [...(parts ? [`changes in ${parts}`] : []), ...finds].join(', ');
  const opening = [
    ...(parts ? [`There are changes in ${parts}.`] : []),
    ...(found.length > 0
      ? [`Your saved searches found ${formatCount(found.length, 'bill')}; what matched is marked.`]
      : []),
  ].join(' ');
  const owner = createdBy ?? 'the person who manages it';
  const reason = `You receive this mail because of the subscription "${name}"; it is sent only when there are changes. To change the subscription, contact ${owner}.`;
  const sections = buildSections(content, now);
  const text = [
    opening,
    ...renderText(sections),
    reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    associationName,
  ].join('\n\n');
  const html = [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(name)}</title>\n</head>\n<body>`,
    `<p>${escapeHtml(opening)}</p>`,
    ...sections.map(renderSection),
    `<p>${escapeHtml(reason)}</p>`,
    `<p><a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`,
    `<p>${escapeHtml(associationName)}</p>`,
    '</body>\n</html>\n',
  ].join('\n');
  return { subject: `${name}: ${news}`, text: `${text}\n`, html };
}
