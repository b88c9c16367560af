// Schemas of the requests and responses of calendar events (docs/interface/billtracking.md#calendar-events).
import * as z from 'zod';
import { optionalBoolean, optionalOrBlank } from '../../../shared/http/lenient.ts';
import { eventTypes, keyDates } from '../../../shared/legislature/event-types.ts';
import { isBlank } from '../../../shared/values/blank.ts';
import { conversionTo } from '../../../shared/values/conversions.ts';
import { billPositions, chambers, trackingStatuses } from '../bills/record/bill.ts';
import { filterDate, idList, pagingFields, textSearchFields } from '../envelopes.ts';
import { sourceNames } from '../source-name.ts';
import { eventStatuses, statementParts } from './record/calendar-event.ts';
import { noticeKinds } from './record/notice-kinds.ts';

const toEnumCase = (sent: unknown): unknown =>
  typeof sent === 'string' ? sent.trim().toUpperCase().replaceAll(' ', '_') : sent;
const blankToNull = conversionTo({ to: 'null' });

const toList = (sent: unknown): unknown => {
  if (isBlank(sent)) return undefined;
  if (typeof sent === 'string') return [sent];
  return Array.isArray(sent) ? sent.filter((entry) => entry !== '') : sent;
};

/** A list of enum values in any case; blank is absent. */
const enumList = <const W extends readonly [string, ...string[]]>(words: W) =>
  z
    .preprocess(
      toList,
      z
        .array(z.preprocess(toEnumCase, z.enum(words)))
        .max(20)
        .optional(),
    )
    .optional();

const sortFields = [
  'startDate',
  'title',
  'eventType',
  'status',
  'state',
  'committee',
  'modifiedDate',
] as const;

const filterFields = {
  startDate: filterDate().meta({ description: 'The first day, in the time zone of the state.' }),
  endDate: filterDate().meta({ description: 'The last day, inclusive.' }),
  stateIds: idList().meta({ description: 'FIPS codes; 0 is the Congress. All states by default.' }),
  sessionIds: idList(),
  committeeIds: idList().meta({ description: 'Legislative committees; an event of any of them matches.' }),
  eventTypes: enumList(eventTypes),
  statuses: enumList(eventStatuses),
  keyDatesOnly: optionalBoolean().meta({
    description: 'Only key dates: crossover, sine die and other deadlines.',
  }),
  billIds: idList().meta({ description: 'Events that concern any of these bills.' }),
  trackedOnly: optionalBoolean().meta({ description: 'Only events that concern bills the tenant tracks.' }),
  mine: optionalBoolean().meta({
    description: 'Only events that concern tracked bills assigned to the caller.',
  }),
  ...textSearchFields,
};

/** Days in the wrong order are refused as a mistake rather than matching nothing. */
const areDaysInOrder = ({
  startDate,
  endDate,
}: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}) => startDate === undefined || endDate === undefined || endDate >= startDate;
const daysOutOfOrder = {
  path: ['endDate'],
  error: 'endDate must not be before startDate.',
  params: { code: 'OUT_OF_RANGE' },
};

export const filterExample = { startDate: '2026-01-26', endDate: '2026-01-30', stateIds: [53] };

export const CalendarFilter = z
  .object({ ...pagingFields(sortFields, { isAscending: true }), ...filterFields })
  .refine(areDaysInOrder, daysOutOfOrder)
  .meta({ id: 'CalendarFilter', example: { ...filterExample, pageNumber: 1, pageSize: 20 } });
export type CalendarFilter = z.output<typeof CalendarFilter>;

export const CountFilter = z.object(filterFields).refine(areDaysInOrder, daysOutOfOrder).meta({
  id: 'CalendarCountFilter',
  description: 'The calendar filter; paging and sort fields are ignored.',
  example: filterExample,
});
export type CountFilter = z.output<typeof CountFilter>;

const utcOffset = z.string().meta({
  description:
    'The offset of the local time from UTC, which tells the two hours apart when clocks are put back.',
  example: '-07:00',
});
const localTime = z.string().meta({ description: 'Local time of the state.', example: '13:30' });

const EventDocument = z
  .strictObject({
    title: z.string(),
    links: z.array(
      z.strictObject({ url: z.string(), format: z.string().optional().meta({ example: 'PDF' }) }),
    ),
  })
  .meta({ id: 'CalendarEventDocument', description: 'A document with the files it is published as.' });

const EventWitness = z
  .strictObject({
    name: z.string(),
    position: z.string().optional(),
    organization: z.string().optional(),
    documents: z.array(EventDocument),
  })
  .meta({ id: 'CalendarEventWitness', description: 'Who testifies.' });

export const CalendarEvent = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    eventType: z.enum(eventTypes),
    sourceType: z
      .string()
      .optional()
      .meta({ description: 'The name that the source gives the type.', example: 'Markup' }),
    keyDate: z.enum(keyDates).optional().meta({ description: 'Which key date of the session the day is.' }),
    status: z.enum(eventStatuses),
    stateId: z.int(),
    state: z.strictObject({ id: z.int(), abbreviation: z.string(), name: z.string() }),
    sessionId: z.int().optional(),
    chamber: z.enum(chambers).optional(),
    committees: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    location: z.string().optional(),
    description: z.string().optional(),
    timeZone: z.string().meta({ description: 'The time zone of the state.', example: 'America/Los_Angeles' }),
    isAllDay: z.boolean(),
    startDate: z.iso.date(),
    startTime: localTime.optional(),
    endDate: z.iso.date().meta({ description: 'The day on which it ends.' }),
    endTime: localTime.optional(),
    startsAt: z.iso.datetime().optional().meta({ description: 'The instant; absent for an all-day event.' }),
    startOffset: utcOffset.optional(),
    endsAt: z.iso.datetime().optional(),
    endOffset: utcOffset.optional(),
    bills: z.array(
      z.strictObject({
        id: z.int(),
        billNumber: z.string(),
        title: z.string(),
        trackingStatus: z.enum(trackingStatuses),
        position: z.enum(billPositions),
      }),
    ),
    billIds: z.array(z.int()),
    sequence: z.int().meta({ description: 'Incremented by every change that a calendar must show.' }),
    sourceUrl: z.string().optional(),
    isDisputed: z
      .literal(true)
      .optional()
      .meta({ description: 'Its sources disagree on whether or when it is held: see them in its details.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'CalendarEvent' });

const EventSource = z
  .strictObject({
    source: z.enum(sourceNames).meta({ description: 'The kind of feed, or the files that were imported.' }),
    sourceId: z.string().optional().meta({ description: 'The id that the source has for the event.' }),
    status: z.enum(eventStatuses),
    isListed: z.boolean().meta({
      description:
        'Whether the source lists the event as one that takes place. Others may still list one that it cancels.',
    }),
    startDate: z.iso.date(),
    startTime: localTime.optional(),
    location: z.string().optional(),
    firstSeen: z.iso.date(),
    lastSeen: z.iso.date(),
    withdrawnOn: z.iso
      .date()
      .optional()
      .meta({ description: 'The day on which the source no longer had the event.' }),
    changedOn: z.iso.date().optional().meta({ description: 'The day of the last change at the source.' }),
    changed: z.array(z.enum(statementParts)).optional().meta({ description: 'What it changed then.' }),
    hash: z.string().meta({ description: 'Of what the source said last.' }),
  })
  .meta({ id: 'CalendarEventSource', description: 'What a source says of the event.' });

const NoticedState = z
  .strictObject({
    startDate: z.iso.date().optional(),
    startTime: localTime.optional(),
    startOffset: utcOffset.optional(),
    endDate: z.iso.date().optional(),
    endTime: localTime.optional(),
    endOffset: utcOffset.optional(),
    startsAt: z.iso.datetime().optional(),
    endsAt: z.iso.datetime().optional(),
    location: z.string().optional(),
    status: z.enum(eventStatuses).optional(),
    bills: z.array(z.string()).optional().meta({ description: 'The numbers of the bills, 60 at most.' }),
  })
  .meta({ id: 'CalendarEventNoticedState' });

const EventNotice = z
  .strictObject({
    at: z.iso.datetime().meta({ description: 'When this platform had the notice.' }),
    source: z.enum(sourceNames).optional().meta({ description: 'The source that brought it.' }),
    by: z.string().optional().meta({ description: 'The user who entered it.' }),
    what: z.enum(noticeKinds).meta({
      description:
        'NO_LONGER_LISTED: the source has the event no longer, and another one still does. BACK: it is no longer cancelled or postponed.',
    }),
    from: NoticedState.optional(),
    to: NoticedState.optional(),
    noticeHours: z.number().meta({
      description:
        'The hours until it begins as planned after the change, rounded down to tenths; negative when it has begun. An event without a time begins with its day.',
    }),
    hoursBeforeFormerStart: z
      .number()
      .optional()
      .meta({ description: 'Of one that is moved: the hours until it would have begun.' }),
  })
  .meta({ id: 'CalendarEventNotice' });

/** One event with the papers that its source publishes, and its history where it is read alone. */
export const CalendarEventDetails = CalendarEvent.extend({
  documents: z.array(EventDocument).optional(),
  witnesses: z.array(EventWitness).optional(),
  sources: z.array(EventSource).optional().meta({ description: 'Only when one event is read.' }),
  notices: z.array(EventNotice).optional().meta({
    description:
      'That it was announced, moved, cancelled and so on, the oldest first: the first notice and the last ones. Only when one event is read.',
  }),
}).meta({ id: 'CalendarEventDetails' });

const clearableText = (maximum: number) =>
  z.preprocess(blankToNull, z.string().trim().max(maximum).nullish()).nullish();
const clearableTime = () =>
  z
    .preprocess(blankToNull, z.string().max(20).nullish())
    .nullish()
    .meta({ description: 'Local time of the state: 13:30, or 1:30 PM.', example: '13:30' });

const requestedOffset = () =>
  optionalOrBlank(z.string().regex(/^[+-](?:0\d|1[0-4]):[0-5]\d$/, 'an offset from UTC such as -07:00')).meta(
    {
      description:
        'The offset of the local time from UTC. It is needed only for the second of two equal hours, when clocks are put back; without it the first is meant, or the present one when the time does not change.',
      example: '-08:00',
    },
  );

export const CalendarEventRequest = z
  .object({
    id: optionalOrBlank(z.uuid()).meta({ description: 'The event to update; omit it to create one.' }),
    title: z.string().trim().min(1).max(500).optional(),
    eventType: z.preprocess(toEnumCase, z.enum(eventTypes).optional()).optional(),
    sourceType: clearableText(100),
    keyDate: z
      .preprocess(blankToNull, z.enum(keyDates).nullish())
      .nullish()
      .meta({ description: 'Marks a deadline, such as the last day for bills to leave committee.' }),
    status: z.preprocess(toEnumCase, z.enum(eventStatuses).optional()).optional(),
    stateId: z.int().min(0).max(99).optional().meta({ description: 'FIPS code; it cannot be changed.' }),
    sessionId: z.int().min(1).nullish(),
    chamber: z.preprocess(blankToNull, z.enum(chambers).nullish()).nullish(),
    committeeIds: idList(),
    location: clearableText(300),
    description: clearableText(2000),
    startDate: filterDate(),
    startTime: clearableTime(),
    startOffset: requestedOffset(),
    endDate: z.preprocess(blankToNull, z.iso.date().nullish()).nullish(),
    endTime: clearableTime(),
    endOffset: requestedOffset(),
    isAllDay: optionalBoolean(),
    billIds: idList().meta({ description: 'At most 40.' }),
    sourceUrl: z.preprocess(blankToNull, z.httpUrl().max(500).nullish()).nullish(),
  })
  .refine(({ isAllDay, startTime, endTime }) => !(isAllDay && (startTime || endTime)), {
    path: ['startTime'],
    error: 'startTime and endTime must be omitted when isAllDay is true.',
    params: { code: 'NOT_ALLOWED' },
  })
  .meta({
    id: 'CalendarEventRequest',
    description:
      'A new event requires title, eventType, stateId and startDate. With an id, only the fields that are sent change, and null clears a field. When only the start is moved, the event keeps its length.',
    example: {
      title: 'Public hearing: housing and land use bills',
      eventType: 'HEARING',
      stateId: 53,
      startDate: '2026-02-03',
      startTime: '13:30',
    },
  });
export type CalendarEventInput = z.output<typeof CalendarEventRequest>;
