// What callers send and read of calendar events (docs/interface/billtracking.md#calendar-events).
import * as z from 'zod';
import { optionalBoolean } from '../../../shared/http/lenient.ts';
import { billPositions, chambers, trackingStatuses } from '../bills/bill.ts';
import { filterDate, idList, pagingFields, textSearchFields } from '../envelopes.ts';
import { eventStatuses, eventTypes } from './calendar-event.ts';

const toEnumCase = (sent: unknown): unknown =>
  typeof sent === 'string' ? sent.trim().toUpperCase().replaceAll(' ', '_') : sent;
const blankToUndefined = (sent: unknown): unknown => (sent === '' || sent === null ? undefined : sent);
const blankToNull = (sent: unknown): unknown => (sent === '' ? null : sent);

/** Some of several words, in any case; blank is absent. */
const enumList = <const W extends readonly [string, ...string[]]>(words: W) =>
  z
    .preprocess((sent) => {
      const given = blankToUndefined(sent);
      if (typeof given === 'string') return [toEnumCase(given)];
      return Array.isArray(given) ? given.filter((one) => one !== '').map(toEnumCase) : given;
    }, z.array(z.enum(words)).max(20).optional())
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
  stateIds: idList().meta({ description: 'FIPS codes; 0 is the Congress. All when there is none.' }),
  sessionIds: idList(),
  committeeIds: idList().meta({ description: 'Legislative committees; one of an event is enough.' }),
  eventTypes: enumList(eventTypes),
  statuses: enumList(eventStatuses),
  billIds: idList().meta({ description: 'Events about any of these bills.' }),
  trackedOnly: optionalBoolean().meta({ description: 'Only events about bills that the tenant follows.' }),
  mine: optionalBoolean().meta({
    description: 'Only those about followed bills that are assigned to the caller.',
  }),
  ...textSearchFields,
};

/** Days the wrong way round are a slip, not a wish for nothing. */
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
  description: 'The calendar filter; what it says of pages and order is passed over.',
  example: filterExample,
});
export type CountFilter = z.output<typeof CountFilter>;

const localTime = z.string().meta({ description: 'As clocks in the state show it.', example: '13:30' });

export const CalendarEvent = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    eventType: z.enum(eventTypes),
    sourceType: z.string().optional().meta({ description: 'What the source calls it.', example: 'Markup' }),
    status: z.enum(eventStatuses),
    state: z.strictObject({ id: z.int(), abbreviation: z.string(), name: z.string() }),
    sessionId: z.int().optional(),
    chamber: z.enum(chambers).optional(),
    committees: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    location: z.string().optional(),
    description: z.string().optional(),
    timeZone: z.string().meta({ description: 'That of the state.', example: 'America/Los_Angeles' }),
    isAllDay: z.boolean(),
    startDate: z.iso.date(),
    startTime: localTime.optional(),
    endDate: z.iso.date().meta({ description: 'The day on which it ends.' }),
    endTime: localTime.optional(),
    startsAt: z.iso.datetime().optional().meta({ description: 'The instant; none for the whole day.' }),
    endsAt: z.iso.datetime().optional(),
    bills: z.array(
      z.strictObject({
        id: z.int(),
        billNumber: z.string(),
        title: z.string(),
        trackingStatus: z.enum(trackingStatuses),
        position: z.enum(billPositions),
      }),
    ),
    sequence: z.int().meta({ description: 'Grows with every change that a calendar must show.' }),
    sourceUrl: z.string().optional(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'CalendarEvent' });

const clearableText = (maximum: number) =>
  z.preprocess(blankToNull, z.string().trim().max(maximum).nullish()).nullish();
const clearableTime = () =>
  z
    .preprocess(blankToNull, z.string().max(20).nullish())
    .nullish()
    .meta({ description: 'As clocks in the state show it: 13:30, or 1:30 PM.', example: '13:30' });

export const CalendarEventRequest = z
  .object({
    id: z
      .preprocess(blankToUndefined, z.uuid().optional())
      .optional()
      .meta({ description: 'The event to change; none for a new one.' }),
    title: z.string().trim().min(1).max(500).optional(),
    eventType: z.preprocess(toEnumCase, z.enum(eventTypes).optional()).optional(),
    sourceType: clearableText(100),
    status: z.preprocess(toEnumCase, z.enum(eventStatuses).optional()).optional(),
    stateId: z.int().min(0).max(99).optional().meta({ description: 'FIPS code; it never changes.' }),
    sessionId: z.int().min(1).nullish(),
    chamber: z.preprocess(blankToNull, z.enum(chambers).nullish()).nullish(),
    committeeIds: idList(),
    location: clearableText(300),
    description: clearableText(2000),
    startDate: filterDate(),
    startTime: clearableTime(),
    endDate: z.preprocess(blankToNull, z.iso.date().nullish()).nullish(),
    endTime: clearableTime(),
    isAllDay: optionalBoolean(),
    billIds: idList().meta({ description: 'At most 40.' }),
    sourceUrl: z.preprocess(blankToNull, z.httpUrl().max(500).nullish()).nullish(),
  })
  .refine(({ isAllDay, startTime, endTime }) => !(isAllDay && (startTime || endTime)), {
    path: ['startTime'],
    error: 'startTime and endTime must be left out, or isAllDay be false.',
    params: { code: 'NOT_ALLOWED' },
  })
  .meta({
    id: 'CalendarEventRequest',
    description:
      'A new event needs title, eventType, stateId and startDate. Of one with an id, what is sent is changed; null clears. When only its start is moved, it keeps its length.',
    example: {
      title: 'Public hearing: housing and land use bills',
      eventType: 'HEARING',
      stateId: 53,
      startDate: '2026-02-03',
      startTime: '13:30',
    },
  });
export type CalendarEventInput = z.output<typeof CalendarEventRequest>;
