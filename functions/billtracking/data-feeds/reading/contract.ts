// Tracked bills that no feed reads (docs/interface/billtracking.md#bills-that-no-feed-reads).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { lenientInteger, optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { pageNumberField, pageSizeField } from '../../../../shared/lists/query.ts';
import { pendingStages, trackingStatuses } from '../../bills/record/bill.ts';
import { pageEnvelope } from '../../envelopes.ts';
import { unreadReasons } from './rules.ts';

const stage = z.enum(pendingStages);
const reason = z.enum(unreadReasons);
const filterId = () => optionalOrBlank(lenientInteger(0));

const UnreadBill = z
  .strictObject({
    billId: z.int(),
    billNumber: z.string(),
    title: z.string(),
    status: z.string(),
    trackingStatus: z.enum(trackingStatuses),
    priority: z.int().nullable(),
    stateId: z.int(),
    sessionId: z.int(),
    sessionName: z.string(),
    stage: stage.meta({
      description:
        'WITH_EXECUTIVE: the legislature passed it, and a signature or a veto is expected. IN_LEGISLATURE: any other bill.',
    }),
    lastActionOn: z.iso.date().nullable(),
    lastSeenDate: z.iso.date().meta({ description: 'The day on which a source last had the bill.' }),
    reason: reason.meta({
      description:
        'NOT_IN_SOURCE: the list of the session no longer has the bill. FEED_SILENT, FEED_FAILING: as the health of the feed says. SESSION_ARCHIVED: the provider no longer updates the session. FEED_PAUSED. SESSION_NOT_READ: the feeds of the state do not read the session. NO_FEED: the state has no feed.',
    }),
    since: z.iso.date().nullable().meta({
      description: 'Since when, where that is known: the day of the last reading, or of the fault.',
    }),
    feedId: z.uuid().nullable(),
    feedName: z.string().nullable(),
  })
  .meta({ id: 'UnreadBill' });

export const listUnreadBills = endpoint({
  area: 'billtracking',
  tags: ['Data Synchronization'],
  access: { permission: 'billtracking.bills.read', token: 'required' },
  method: 'GET',
  path: '/api/1.0/datafeed/unread-bills',
  summary: 'List tracked bills that no data feed reads',
  description:
    'Tracked bills that are not decided, of sessions that no feed reads, and those that the source of their session no longer has; by state and session. A page costs the same however many bills the tenant has.',
  query: z.object({
    stateId: filterId().meta({ description: 'FIPS code; 0 is the Congress.' }),
    sessionId: filterId(),
    stage: optionalOrBlank(stage),
    reason: optionalOrBlank(reason),
    pageNumber: pageNumberField().meta({ description: 'From 1.' }),
    pageSize: pageSizeField().meta({ description: 'Entries per page.' }),
  }),
  responses: { 200: { description: 'A page of the bills.', body: pageEnvelope(UnreadBill) } },
  budget: { roundTrips: 15, readUnits: 30, writeUnits: 2 },
  example: { query: { pageNumber: 1, pageSize: 20 } },
});
