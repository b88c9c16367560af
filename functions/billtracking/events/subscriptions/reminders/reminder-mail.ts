// Writes the mail that reminds of key dates, as text and as HTML.
import { federal, stateById } from '../../../../../shared/legislature/states.ts';
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import { formatEventTime } from '../digests/format-times.ts';
import { countDaysLeft, formatDaysLeft, type RemindedEvent } from './reminder-message.ts';

interface ReminderMailFacts {
  readonly name: string;
  readonly associationName: string;
  readonly createdBy?: string | undefined;
  /** The page on which the receiver unsubscribes. */
  readonly unsubscribeUrl: string;
}

/** What the mail says of one key date: a heading, and lines below it. */
function describe(reminded: RemindedEvent) {
  const { event, bills } = reminded;
  const state = stateById(event.stateId) ?? federal;
  return {
    heading: `${event.title}, ${formatDaysLeft(countDaysLeft(reminded))}`,
    lines: [
      `${formatEventTime(event)}, ${state.name}`,
      ...(event.description === undefined ? [] : [event.description]),
      ...(bills.length > 0 ? [`Bills: ${bills.map(({ billNumber }) => billNumber).join(', ')}`] : []),
      ...(event.sourceUrl === undefined ? [] : [event.sourceUrl]),
    ],
  };
}

const renderLine = (line: string): string =>
  /^https?:\/\/\S+$/.test(line) ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : escapeHtml(line);

/** @param reminded at least one, by day */
export function buildReminderMail(
  { name, associationName, createdBy, unsubscribeUrl }: ReminderMailFacts,
  reminded: readonly RemindedEvent[],
): { readonly subject: string; readonly text: string; readonly html: string } {
  const byDay = reminded.toSorted((a, b) => (a.event.startDate < b.event.startDate ? -1 : 1));
  const entries = byDay.map(describe);
  const [first = { heading: '', lines: [] }] = entries;
  const subject =
    entries.length === 1
      ? `Reminder: ${first.heading}`
      : `Reminder: ${first.heading}, and ${entries.length - 1} more key date${entries.length === 2 ? '' : 's'}`;
  const owner = createdBy ?? 'the person who manages it';
  const opening =
    entries.length === 1 ? 'A key date is coming up:' : `${entries.length} key dates are coming up:`;
  const reason = `You receive this mail because of the subscription "${name}". To change the days on which it reminds you, contact ${owner}.`;
  const text = [
    opening,
    ...entries.map(({ heading, lines }) => [heading, ...lines].join('\n  ')),
    reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    associationName,
  ].join('\n\n');
  const html = [
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(subject)}</title>\n</head>\n<body>`,
    `<p>${escapeHtml(opening)}</p>`,
    '<ul>',
    ...entries.map(
      ({ heading, lines }) =>
        `<li><strong>${escapeHtml(heading)}</strong>${lines.map((line) => `<br>${renderLine(line)}`).join('')}</li>`,
    ),
    '</ul>',
    `<p>${escapeHtml(reason)}</p>`,
    `<p><a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`,
    `<p>${escapeHtml(associationName)}</p>`,
    '</body>\n</html>\n',
  ].join('\n');
  return { subject: subject.slice(0, 200), text: `${text}\n`, html };
}
