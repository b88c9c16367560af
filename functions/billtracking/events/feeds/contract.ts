// The calendar feed of a subscription, at its private address.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

export const getCalendarFeed = endpoint({
  area: 'billtracking',
  method: 'GET',
  path: '/api/1.0/Feeds/{tenantCode}/{feed}',
  summary: 'Get a calendar feed',
  description:
    'An iCalendar file (RFC 5545) for calendar programs, which send no headers: the address alone gives access, so treat it like a password. Contains events of the last 60 days and the next 400. A cancelled event stays, with STATUS:CANCELLED; a moved event keeps its UID and gets a higher SEQUENCE; an event that is postponed without a new date is tentative. A time in the hour that occurs twice when clocks are put back is given in UTC, and with its offset in the description. While the subscription is paused, the calendar has no events but one entry that says so, and its name ends with “(paused)”.',
  tags: ['Bill Events & Calendar'],
  params: z.object({
    tenantCode: z.string(),
    feed: z.string().meta({ description: 'The token of the feed, followed by `.ics`.' }),
  }),
  responses: {
    200: {
      description: 'The calendar.',
      body: z.string(),
      contentType: 'text/calendar; charset=utf-8',
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: 'public',
  apiVersion: 'optional',
  budget: { roundTrips: 12, readUnits: 30 },
  example: { params: { tenantCode: '{{tenantCode}}', feed: '{{feedToken}}.ics' } },
});
