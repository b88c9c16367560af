// Reports what changed in a calendar event, with old and new values. What is over is never reported as new.

import { isOver } from '../../../../../shared/legislature/is-over.ts';
import type { CalendarEvent } from '../../record/calendar-event.ts';
import { type DigestEntry, type EntryText, type EventEntryFacts, formatEnumValue } from './digest-entry.ts';
import { formatEventTime } from './format-times.ts';
import { buildHistory, formatEarlier, formatHistory } from './record-history.ts';

export type EventEntry = DigestEntry<CalendarEvent> & EventEntryFacts;

const timeFields = ['startDate', 'endDate', 'startsAt', 'endsAt', 'isAllDay', 'timeZone'];

/** What happened to an event, in a few words. */
function describeEventChange({ record, createdAt, fields, hasLeft }: EventEntry, now: Date): string {
  if (hasLeft) return 'No longer in this subscription';
  const isNew = createdAt !== undefined;
  const hasNewStatus = isNew || fields.includes('status');
  if (hasNewStatus && record.status === 'CANCELLED') return 'Cancelled';
  if (hasNewStatus && record.status === 'POSTPONED') return 'Postponed';
  if (isNew && isOver(record, new Date(createdAt))) return 'Entered late, already over';
  if (isNew) return isOver(record, now) ? 'Already over' : 'New';
  const changes = [
    ...(fields.includes('status') ? [record.status === 'COMPLETED' ? 'Held' : 'Scheduled again'] : []),
    ...(fields.some((field) => timeFields.includes(field)) ? ['Moved'] : []),
    ...(fields.includes('location') ? ['New place'] : []),
    ...(fields.includes('billIds') ? ['New agenda'] : []),
    ...(fields.includes('isDisputed') && record.isDisputed ? ['Sources disagree'] : []),
  ];
  const [first = 'Changed', ...others] = changes;
  return [first, ...others.map((change) => change.toLowerCase())].join(', ');
}

/** The bills that an agenda gained and lost in the period. */
function formatAgendaChange({ states, billNumbers }: EventEntry): string[] {
  const [before, after] = [states[0]?.billIds ?? [], states.at(-1)?.billIds ?? []];
  const name = (ids: readonly string[]): string =>
    ids.map((id) => billNumbers.get(id) ?? `bill ${id}`).join(', ');
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return [
    ...(added.length > 0 ? [`Added to the agenda: ${name(added)}`] : []),
    ...(removed.length > 0 ? [`Removed from the agenda: ${name(removed)}`] : []),
  ];
}

const formatCommittees = ({ committees }: CalendarEvent): string =>
  committees.map(({ name }) => name).join(', ');

/** The aspects that get a line of their own only when they changed. */
const otherAspects: readonly { readonly name: string; readonly format: (event: CalendarEvent) => string }[] =
  [
    { name: 'Title', format: ({ title }) => title },
    { name: 'Status', format: ({ status }) => formatEnumValue(status) },
    { name: 'Type', format: ({ eventType }) => formatEnumValue(eventType) },
    { name: 'Committees', format: formatCommittees },
    { name: 'Chamber', format: ({ chamber = '' }) => chamber },
    { name: 'Description', format: ({ description = '' }) => description },
    { name: 'Documents', format: ({ documents = [] }) => documents.map(({ title }) => title).join(', ') },
    { name: 'Link', format: ({ sourceUrl = '' }) => sourceUrl },
  ];

const formatWitnesses = ({ witnesses = [] }: CalendarEvent): string =>
  witnesses.map(({ name, organization }) => [name, organization].filter(Boolean).join(', ')).join('; ') ||
  'none';

function formatWhen({ record, states }: EventEntry): string[] {
  const times = buildHistory(states, formatEventTime);
  const was = formatEarlier(times);
  if (record.status === 'POSTPONED')
    return [`was ${[...times.earlier, times.current].join(', then ')}; no new date yet`];
  return was === undefined ? [times.current] : [times.current, was];
}

function formatWhere({ record, states }: EventEntry): string[] {
  const place = buildHistory(states, ({ location = '' }) => location);
  const parts = [
    formatCommittees(record),
    place.current === '' && place.earlier.length === 0 ? '' : formatHistory(place, 'no place'),
  ].filter((part) => part !== '');
  return parts.length > 0 ? [parts.join(', ')] : [];
}

/** @param now the moment of the digest */
export function formatEvent(entry: EventEntry, now: Date): EntryText {
  const { record, states } = entry;
  const changes = otherAspects.flatMap(({ name, format }) => {
    const history = buildHistory(states, format);
    return history.earlier.length > 0 ? [`${name}: ${formatHistory(history, 'none')}`] : [];
  });
  return {
    heading: `${describeEventChange(entry, now)}: ${record.title}`,
    lines: [
      ...formatWhen(entry),
      ...formatWhere(entry),
      ...changes,
      ...formatAgendaChange(entry),
      ...(entry.fields.includes('witnesses') ? [`Witnesses: ${formatWitnesses(record)}`] : []),
      ...(record.sourceUrl === undefined ? [] : [record.sourceUrl]),
    ],
  };
}
