// The calendar of legislatures: hearings, votes, meetings and floor sessions
// (docs/interface/billtracking.md#calendar-events, #calendar-filter).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { pageEnvelope, successEnvelope } from '../envelopes.ts';
import {
  CalendarEvent,
  CalendarEventDetails,
  CalendarEventRequest,
  CalendarFilter,
  CountFilter,
  filterExample,
} from './schemas.ts';

const shared = { area: 'billtracking', tags: ['Bill Events & Calendar'] } as const;
const readAccess = { permission: 'billtracking.events.read', token: 'tenant' } as const;

export const listCalendarEvents = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/event/calendar',
  summary: 'List calendar events',
  description:
    'Sorted by day in the time zone of each state; both days of the filter are inclusive, and an event over several days matches each of them but is listed once. Cancelled events stay listed. Listing by day for one state or all states costs the same however many events there are; other filters and sort orders read every event of the requested days and states, about ten per read unit.',
  body: CalendarFilter,
  repeatable: true,
  responses: { 200: { description: 'A page of events.', body: pageEnvelope(CalendarEvent) } },
  access: readAccess,
  budget: { roundTrips: 10, readUnits: 16, writeUnits: 2 },
  example: { body: { ...filterExample, pageNumber: 1, pageSize: 20 } },
});

export const countCalendarEvents = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/event/calendar/count',
  summary: 'Count calendar events',
  description: 'Always equals the totalRecords of the list with the same filter.',
  body: CountFilter,
  repeatable: true,
  responses: { 200: { description: 'The number of events.', body: successEnvelope(z.int()) } },
  access: readAccess,
  budget: { roundTrips: 8, readUnits: 8, writeUnits: 2 },
  example: { body: filterExample },
});

export const getCalendarEvent = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/event/{id}',
  summary: 'Get a calendar event',
  params: z.object({ id: z.uuid().meta({ description: 'The id of the event.' }) }),
  responses: {
    200: {
      description:
        'The event, with the documents and witnesses that its source publishes, what each source says of it, and its notices.',
      body: successEnvelope(CalendarEventDetails),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 6, readUnits: 9, writeUnits: 2 },
  example: { params: { id: '{{calendarEventId}}' } },
});

export const saveCalendarEvent = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/event/save',
  summary: 'Create or update a calendar event',
  description:
    'Events cannot be deleted; set the status CANCELLED, so that calendars show it. A local time that clocks skip is invalid; a local time that occurs twice means the first, unless its offset (`startOffset`, `endOffset`) says the second. Send the ETag as If-Match to avoid overwriting another change.',
  body: CalendarEventRequest,
  responses: { 200: { description: 'The saved event.', body: successEnvelope(CalendarEventDetails) } },
  refuses: ['RESOURCE_NOT_FOUND', 'PRECONDITION_FAILED'],
  access: { permission: 'billtracking.events.write', token: 'tenant' },
  budget: { roundTrips: 17, readUnits: 15, writeUnits: 26 },
  example: {
    body: {
      title: 'Public hearing: housing and land use bills',
      eventType: 'HEARING',
      stateId: 53,
      sessionId: 5301,
      chamber: 'lower',
      committeeIds: ['{{legislativeCommitteeId}}'],
      location: 'House Hearing Room A, John L. O’Brien Building, Olympia',
      startDate: '2026-02-03',
      startTime: '13:30',
      endTime: '15:25',
      billIds: ['{{billId}}'],
    },
  },
});
