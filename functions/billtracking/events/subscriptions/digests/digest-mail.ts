// Writes the mail of a digest: each changed event and bill once, with everything that changed, as text and as HTML.

import { isOver } from '../../../../../shared/legislature/is-over.ts';
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import type { FoundBill } from '../deliveries/subject.ts';
import { type CommitteeMove, describeCommitteeMove } from '../officials/committee-move.ts';
import { type BillEntry, formatBill } from './bill-entry.ts';
import type { EntryText } from './digest-entry.ts';
import { buildEntryMail, renderEntries, writeEntry } from './entry-mail.ts';
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
  readonly moves: readonly CommitteeMove[];
}

interface Section {
  readonly title: string;
  readonly entries: readonly EntryText[];
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const getEventSort = ({ record }: EventEntry): string => `${record.startDate}${record.startsAt ?? ''}`;

/** What is to come, then what is over, then bills; a part without entries is left out. */
function buildSections({ events, bills, found, moves }: DigestContent, now: Date): readonly Section[] {
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
    {
      title: 'Committees of officials',
      entries: moves.map((move) => ({ heading: move.person.name, lines: [describeCommitteeMove(move)] })),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

const renderText = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, entries }) => [title.toUpperCase(), ...entries.map(writeEntry)]);

const renderSection = ({ title, entries }: Section): string =>
  `<h2>${escapeHtml(title)}</h2>\n${renderEntries(entries)}`;

/** @param now the moment of the digest, by the tenant's clock */
export function buildDigestMail(
  content: DigestContent,
  now: Date,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { name, associationName, createdBy, unsubscribeUrl, events, bills, found, moves } = content;
  const parts = [
    ...(events.length > 0 ? [formatCount(events.length, 'event')] : []),
    ...(bills.length > 0 ? [formatCount(bills.length, 'bill')] : []),
    ...(moves.length > 0 ? [formatCount(moves.length, 'committee membership')] : []),
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
  const mail = buildEntryMail({
    ...{ title: name, opening, reason, unsubscribeUrl, associationName },
    text: renderText(sections),
    html: sections.map(renderSection),
  });
  return { subject: `${name}: ${news}`, ...mail };
}
