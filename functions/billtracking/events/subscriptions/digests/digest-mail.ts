// The words of a digest: what is new, each event and bill once, as it is now.
import type { BillItem } from '../../../bills/bill.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { classifyBillChange } from '../matching.ts';
import type { BillChange } from '../subscription.ts';

/** What happened to one thing since the last digest, all of it together. */
export interface DigestEntry<R> {
  readonly record: R;
  readonly isNew: boolean;
  /** The fields that changed. */
  readonly fields: readonly string[];
}

/** What a digest tells. */
export interface DigestContent {
  readonly name: string;
  readonly associationName: string;
  readonly createdBy?: string | undefined;
  /** The address of the page on which its receiver unsubscribes. */
  readonly unsubscribeUrl: string;
  readonly events: readonly DigestEntry<CalendarEvent>[];
  readonly bills: readonly DigestEntry<BillItem>[];
}

const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const timeFields = ['startDate', 'endDate', 'startsAt', 'endsAt', 'isAllDay', 'timeZone'];

/** What became of an event, in a word or two. */
function describeEventChange({ record, isNew, fields }: DigestEntry<CalendarEvent>): string {
  const isTold = isNew || fields.includes('status');
  if (isTold && record.status === 'CANCELLED') return 'Cancelled';
  if (isTold && record.status === 'POSTPONED') return 'Postponed';
  if (isNew) return 'New';
  if (fields.some((field) => timeFields.includes(field))) return 'Moved';
  if (fields.includes('status')) return record.status === 'COMPLETED' ? 'Held' : 'On again';
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
    // Between hour and AM or PM stands a narrow no-break space, which some mail programs show as a box.
    .replaceAll('\u202f', ' ');

/** When an event is, as people of the state say it. */
function formatEventTime({ startDate, endDate, startsAt, endsAt, timeZone }: CalendarEvent): string {
  if (startsAt === undefined)
    return startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} to ${formatDay(endDate)}`;
  const begins = `${formatDay(startDate)}, ${formatTime(startsAt, timeZone, endsAt === undefined)}`;
  if (endsAt === undefined) return begins;
  const until = formatTime(endsAt, timeZone, true);
  return endDate === startDate ? `${begins} to ${until}` : `${begins} to ${formatDay(endDate)}, ${until}`;
}

function formatEvent(news: DigestEntry<CalendarEvent>): string {
  const { record } = news;
  const place = [...record.committees.map(({ name }) => name), record.location].filter((part) => part);
  return [
    `${describeEventChange(news)}: ${record.title}`,
    record.status === 'POSTPONED'
      ? `was ${formatEventTime(record)}; no new date yet`
      : formatEventTime(record),
    place.join(', '),
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

function formatBill({ record, isNew, fields }: DigestEntry<BillItem>, wanted: readonly BillChange[]): string {
  const type = isNew ? 'bill.created' : 'bill.updated';
  const kinds = classifyBillChange({ type, data: { fields } }).filter((kind) => wanted.includes(kind));
  return [
    `${record.billNumber} ${record.title}`,
    ...kinds.flatMap((kind) => billChangeFormatters[kind](record, fields)),
  ].join('\n  ');
}

/** The mail of a digest. `wanted` are the changes of bills that are subscribed to. */
export function buildDigestMail(
  { name, associationName, createdBy, unsubscribeUrl, events, bills }: DigestContent,
  wanted: readonly BillChange[],
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
  const keeper = createdBy === undefined ? 'whoever looks after it' : createdBy;
  const text = [
    `There is news of ${parts}.`,
    ...(events.length > 0 ? ['CALENDAR', ...byDay.map(formatEvent)] : []),
    ...(bills.length > 0 ? ['BILLS', ...bills.map((news) => formatBill(news, wanted))] : []),
    `You get this mail because of the subscription "${name}", and none when there is no news. To change it, ask ${keeper}.`,
    `Unsubscribe: ${unsubscribeUrl}`,
    associationName,
  ].join('\n\n');
  return { subject: `${name}: news of ${parts}`, text: `${text}\n` };
}
