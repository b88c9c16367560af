// Writes the mail of a digest: each changed event and bill once, in its current state.
import type { BillItem } from '../../../bills/bill.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { classifyBillChange } from '../matching.ts';
import type { BillChange } from '../subscription.ts';

/** Everything that changed in one record since the last digest. */
export interface DigestEntry<R> {
  readonly record: R;
  readonly isNew: boolean;
  /** The fields that changed. */
  readonly fields: readonly string[];
}

/** The content of a digest. */
export interface DigestContent {
  readonly name: string;
  readonly associationName: string;
  readonly createdBy?: string | undefined;
  /** The page on which the receiver unsubscribes. */
  readonly unsubscribeUrl: string;
  readonly events: readonly DigestEntry<CalendarEvent>[];
  readonly bills: readonly DigestEntry<BillItem>[];
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const timeFields = ['startDate', 'endDate', 'startsAt', 'endsAt', 'isAllDay', 'timeZone'];

/** What happened to an event, in a word or two. */
function describeEventChange({ record, isNew, fields }: DigestEntry<CalendarEvent>): string {
  const hasNewStatus = isNew || fields.includes('status');
  if (hasNewStatus && record.status === 'CANCELLED') return 'Cancelled';
  if (hasNewStatus && record.status === 'POSTPONED') return 'Postponed';
  if (isNew) return 'New';
  if (fields.some((field) => timeFields.includes(field))) return 'Moved';
  if (fields.includes('status')) return record.status === 'COMPLETED' ? 'Held' : 'Scheduled again';
  return fields.includes('location') ? 'New place' : 'Changed';
}

const formatDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' }).format(
    new Date(`${date}T00:00:00Z`),
  );

const formatTime = (instant: string, timeZone: string, withZone: boolean): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    ...(withZone && { timeZoneName: 'short' }),
  })
    .format(new Date(instant))
    // Intl writes a narrow no-break space before AM and PM, which some mail programs show as a box.
    .replaceAll('\u202f', ' ');

/** When an event takes place, in local time. */
function formatEventTime({ startDate, endDate, startsAt, endsAt, timeZone }: CalendarEvent): string {
  if (startsAt === undefined)
    return startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} to ${formatDay(endDate)}`;
  const begins = `${formatDay(startDate)}, ${formatTime(startsAt, timeZone, endsAt === undefined)}`;
  if (endsAt === undefined) return begins;
  const until = formatTime(endsAt, timeZone, true);
  return endDate === startDate ? `${begins} to ${until}` : `${begins} to ${formatDay(endDate)}, ${until}`;
}

function formatEvent(entry: DigestEntry<CalendarEvent>): string {
  const { record } = entry;
  const location = [...record.committees.map(({ name }) => name), record.location].filter((part) => part);
  return [
    `${describeEventChange(entry)}: ${record.title}`,
    record.status === 'POSTPONED'
      ? `was ${formatEventTime(record)}; no new date yet`
      : formatEventTime(record),
    location.join(', '),
    record.sourceUrl ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n  ');
}

const formatEnumValue = (value: string): string => value.toLowerCase().replaceAll('_', ' ');

const billChangeFormatters: Readonly<
  Record<BillChange, (bill: BillItem, fields: readonly string[]) => string[]>
> = {
  status: (bill, fields) => [
    ...(fields.includes('trackingStatus') ? [`Now ${formatEnumValue(bill.trackingStatus)}`] : []),
    ...(fields.includes('trackingStatus') && !fields.includes('status') ? [] : [`Status: ${bill.status}`]),
  ],
  action: ({ lastActionOn, lastActionTaken }) =>
    lastActionTaken === undefined
      ? []
      : [`${lastActionOn === undefined ? 'Last action' : formatDay(lastActionOn)}: ${lastActionTaken}`],
  position: ({ position }) => [`Our position: ${formatEnumValue(position)}`],
};

function formatBill(
  { record, isNew, fields }: DigestEntry<BillItem>,
  subscribedChanges: readonly BillChange[],
): string {
  const type = isNew ? 'bill.created' : 'bill.updated';
  const kinds = classifyBillChange({ type, data: { fields } }).filter((kind) =>
    subscribedChanges.includes(kind),
  );
  return [
    `${record.billNumber} ${record.title}`,
    ...kinds.flatMap((kind) => billChangeFormatters[kind](record, fields)),
  ].join('\n  ');
}

/** @param subscribedChanges the kinds of changes of bills that are subscribed to */
export function buildDigestMail(
  { name, associationName, createdBy, unsubscribeUrl, events, bills }: DigestContent,
  subscribedChanges: readonly BillChange[],
): { readonly subject: string; readonly text: string } {
  const parts = [
    ...(events.length > 0 ? [formatCount(events.length, 'event')] : []),
    ...(bills.length > 0 ? [formatCount(bills.length, 'bill')] : []),
  ].join(' and ');
  const byDay = events.toSorted((a, b) =>
    `${a.record.startDate}${a.record.startsAt ?? ''}` < `${b.record.startDate}${b.record.startsAt ?? ''}`
      ? -1
      : 1,
  );
  const owner = createdBy ?? 'the person who manages it';
  const text = [
    `There are changes in ${parts}.`,
    ...(events.length > 0 ? ['CALENDAR', ...byDay.map(formatEvent)] : []),
    ...(bills.length > 0 ? ['BILLS', ...bills.map((entry) => formatBill(entry, subscribedChanges))] : []),
    `You receive this mail because of the subscription "${name}"; it is sent only when there are changes. To change the subscription, contact ${owner}.`,
    `Unsubscribe: ${unsubscribeUrl}`,
    associationName,
  ].join('\n\n');
  return { subject: `${name}: changes in ${parts}`, text: `${text}\n` };
}
