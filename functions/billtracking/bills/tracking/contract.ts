// What a tenant makes of a bill: status, position with its history, priority, assignment, tags
// (docs/interface/billtracking.md#tracking-status).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions, trackingStatuses } from '../bill.ts';
import { billId, byBillId } from '../schemas.ts';

const label = z.string().trim().max(60);
const labels = z.array(label).max(50);
const TrackingStatus = z.enum(trackingStatuses);
const Position = z.enum(billPositions);

const trackingFields = {
  trackingStatus: TrackingStatus.optional().meta({ description: 'Any may follow any.' }),
  trackingLevelId: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'A tracking level of the settings; it brings its status.', example: 1 }),
  position: Position.optional(),
  positionEffectiveDate: z.iso.date().optional().meta({
    description: 'From when the position is held, in the time zone of the state; today unless told.',
  }),
  positionNote: z.string().trim().min(1).max(1000).optional(),
  priority: z.int().min(1).max(5).nullish().meta({ description: '1 is the most urgent; null clears.' }),
  assignedPersonIds: z
    .array(z.guid().toLowerCase())
    .max(50)
    .nullish()
    .meta({ description: 'People of the directory; the list replaces the one there is.' }),
  assignedGroups: labels.nullish().meta({ example: ['Housing work group'] }),
  tags: labels.nullish().meta({ example: ['Housing', 'Land use'] }),
  userTags: labels.nullish().meta({ description: "Labels of the tenant's users for themselves." }),
};

const BillTrackingView = z
  .strictObject({
    billId: z.int(),
    billNumber: z.string().meta({ example: 'HB 1217' }),
    trackingStatus: TrackingStatus,
    trackingLevelId: z.int(),
    trackingLevel: z.string(),
    trackingLevelColorCode: z.string(),
    position: Position,
    positionEffectiveFrom: z.iso.date().nullable(),
    priority: z.int().nullable(),
    assignedPersons: z.array(z.strictObject({ personId: z.uuid(), fullName: z.string() })),
    assignedGroups: z.array(z.string()),
    tags: z.array(z.string()),
    userTags: z.array(z.string()),
  })
  .meta({ id: 'BillTracking', description: 'What the tenant makes of a bill.' });

const SaveRequest = z
  .object({ billId: billId(), ...trackingFields })
  .meta({ id: 'BillTrackingRequest', description: 'Only what is sent is changed.' });

const BulkRequest = z
  .object({ billIds: z.array(billId()).min(1).max(100), ...trackingFields })
  .meta({ id: 'BillTrackingOfManyRequest', description: 'The same change for up to 100 bills.' });

const BulkResult = z
  .strictObject({
    billId: z.int(),
    outcome: z.enum(['changed', 'unchanged', 'refused']),
    message: z.string().optional().meta({ description: 'Why it is refused.' }),
    tracking: BillTrackingView.optional(),
  })
  .meta({ id: 'BillTrackingResult', description: 'What became of one of many bills.' });

const HeldPosition = z
  .strictObject({
    position: Position,
    title: z.string(),
    colorCode: z.string(),
    effectiveFrom: z.iso.date(),
    effectiveTo: z.iso.date().nullable().meta({
      description:
        'The last day it was held, never before the first; null while it is held. Of two with the same first day, the one set last holds: the other ends that day.',
    }),
    isHeld: z.boolean(),
    setAt: z.iso.datetime(),
    setBy: z.string().meta({ example: 'ada@example.org' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'HeldPosition', description: 'A position with the days it was held, who set it and when.' });

const shared = { area: 'billtracking', tags: ['Bill Tracking'] } as const;
const writing = { permission: 'billtracking.bills.write', token: 'tenant' } as const;

export const saveBillTracking = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/tracking/save',
  summary: 'Change status, position, priority, assignment or tags of a bill',
  description:
    'Each change of status or position writes a line of the activity log with the old and the new value. An archived bill leaves the default lists, and nobody is told of it any more.',
  body: SaveRequest,
  responses: {
    200: { description: 'What the tenant makes of the bill now.', body: successEnvelope(BillTrackingView) },
  },
  access: writing,
  budget: { roundTrips: 13, readUnits: 10, writeUnits: 36 },
  example: {
    body: { billId: '{{billId}}', trackingStatus: 'PRIORITY', priority: 1, tags: ['Housing', 'Renters'] },
  },
});

export const bulkSaveBillTracking = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/tracking/bulk',
  summary: 'Make the same change for up to 100 bills',
  description:
    'Some bills at a time in a transaction of their own; each has its own result. A request that broke off may be sent again: what is done is unchanged then.',
  body: BulkRequest,
  responses: {
    200: { description: 'What became of each, in their order.', body: successEnvelope(z.array(BulkResult)) },
  },
  access: writing,
  budget: { roundTrips: 13, readUnits: 10, writeUnits: 36 },
  example: { body: { billIds: ['{{billId}}'], tags: ['Housing'] } },
});

export const listBillPositions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/{id}/positions',
  summary: 'The positions on a bill with the days they were held',
  params: byBillId,
  responses: {
    200: { description: 'The history, the latest first.', body: successEnvelope(z.array(HeldPosition)) },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{billId}}' } },
});
