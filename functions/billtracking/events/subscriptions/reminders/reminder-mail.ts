// Writes the mail that reminds of key dates, as text and as HTML.
import { federal, stateById } from '../../../../../shared/legislature/states.ts';
import { formatDaysLeft } from '../../format-days-left.ts';
import type { EntryText } from '../digests/digest-entry.ts';
import { buildEntryMail, renderEntries, writeEntry } from '../digests/entry-mail.ts';
import { formatEventTime } from '../digests/format-times.ts';
import { countDaysLeft, type RemindedEvent } from './reminder-message.ts';

interface ReminderMailFacts {
  readonly name: string;
  readonly associationName: string;
  readonly createdBy?: string | undefined;
  /** The page on which the receiver unsubscribes. */
  readonly unsubscribeUrl: string;
}

/** What the mail says of one key date: a heading, and lines below it. */
function describe(reminded: RemindedEvent): EntryText {
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
  const mail = buildEntryMail({
    ...{ title: subject, opening, reason, unsubscribeUrl, associationName },
    text: entries.map(writeEntry),
    html: [renderEntries(entries)],
  });
  return { subject: subject.slice(0, 200), ...mail };
}
