// Calendar feeds of people, instructors and the catalogue (docs/interface/training.md#calendar-feeds).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { feedKinds } from './feed.ts';

const personId = z.guid().toLowerCase().meta({ description: 'The id of the person.' });
const kind = z.enum(feedKinds).meta({
  description:
    'Registrations: the classes that the person is registered for. Teaching: those that they teach.',
});
const shared = { area: 'training', tags: ['Calendars'], params: z.object({ personId }) } as const;
const path = '/api/v1/People/{personId}/CalendarFeeds';
const access = { permission: 'own', others: 'training.registrations.write', token: 'required' } as const;

const CalendarFeed = z
  .strictObject({ kind, createdDate: z.iso.datetime().meta({ description: 'When its address was made.' }) })
  .meta({ id: 'CalendarFeed' });

export const listCalendarFeeds = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: "List a person's calendar feeds",
  description: 'Without their addresses, which are shown once; a new one can be made at any time.',
  responses: { 200: { description: 'The feeds.', body: z.array(CalendarFeed) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access,
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { personId: '{{personId}}' } },
});

export const renewCalendarFeed = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Make the address of a calendar feed',
  description:
    'The address alone gives access, so treat it like a password. Making another one ends the address from before at once.',
  body: z.object({ kind }).meta({ id: 'CalendarFeedRequest' }),
  responses: {
    200: {
      description: 'The feed with its address.',
      body: CalendarFeed.extend({ url: z.string() }).meta({ id: 'CalendarFeedWithAddress' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access,
  ifMatch: 'ignored',
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 4 },
  example: { params: { personId: '{{personId}}' }, body: { kind: 'Registrations' } },
});

export const deleteCalendarFeed = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{kind}`,
  summary: 'End the address of a calendar feed',
  params: z.object({ personId, kind }),
  responses: { 204: { description: 'There is no address any more.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access,
  ifMatch: 'ignored',
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 4 },
  example: { params: { personId: '{{personId}}', kind: 'Teaching' } },
});

export const getClassFeed = endpoint({
  area: 'training',
  tags: ['Calendars'],
  method: 'GET',
  path: '/api/v1/Feeds/{tenantCode}/{feed}',
  summary: 'Get a calendar of classes',
  description:
    'An iCalendar file (RFC 5545) for calendar programs, which send no headers: `catalogue.ics` has the classes of the catalogue, the secret address of a person has theirs. It has the sessions of classes of the last 60 days and the next 400. A cancelled class stays with STATUS:CANCELLED; a changed one keeps its UIDs and gets a higher SEQUENCE; a registration that waits for approval is tentative, and one on a waitlist is not in it.',
  params: z.object({
    tenantCode: z.string().meta({ description: 'The tenant.' }),
    feed: z.string().meta({ description: '`catalogue.ics`, or the token of a feed followed by `.ics`.' }),
  }),
  responses: {
    200: { description: 'The calendar.', body: z.string(), contentType: 'text/calendar; charset=utf-8' },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: 'public',
  budget: { roundTrips: 12, readUnits: 60 },
  example: { params: { tenantCode: '{{tenantCode}}', feed: 'catalogue.ics' } },
});
