// The tenant's tracking of a bill: status, position with its history, priority, assignment, tags
// (docs/interface/billtracking.md#tracking-status).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions, trackingStatuses } from '../record/bill.ts';
import { billId, byBillId } from '../schemas.ts';

const label = z.string().trim().max(60);
const labels = z.array(label).max(50);
const TrackingStatus = z.enum(trackingStatuses);
const Position = z.enum(billPositions);

const trackingFields = {
  trackingStatus: TrackingStatus.optional().meta({ description: 'Any status may follow any other.' }),
  trackingLevelId: z.int().min(1).optional().meta({
    description: 'The id of a tracking level of the settings. The level also sets its status.',
    example: 1,
  }),
  position: Position.optional(),
  positionId: z.int().min(1).optional().meta({
    description:
      "One of the tenant's own positions (settings, ownPositions). It also sets the position that it counts as.",
  }),
  positionEffectiveDate: z.iso.date().optional().meta({
    description: 'The day from which the position is held, in the time zone of the state; by default today.',
  }),
  positionNote: z.string().trim().min(1).max(1000).optional(),
  priority: z.int().min(1).max(5).nullish().meta({
    description:
      '1 is the most urgent; null removes the priority. Where the settings have priorities, one of them.',
  }),
  assignedPersonIds: z
    .array(z.guid().toLowerCase())
    .max(50)
    .nullish()
    .meta({ description: 'People of the directory. The list replaces the previous one.' }),
  assignedGroups: labels.nullish().meta({ example: ['Housing work group'] }),
  tags: labels.nullish().meta({ example: ['Housing', 'Land use'] }),
  userTags: labels.nullish().meta({ description: "Private labels of the tenant's users." }),
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
    positionId: z.int().nullable().meta({ description: "The tenant's own position, if it is one." }),
    positionTitle: z.string(),
    positionEffectiveFrom: z.iso.date().nullable(),
    priority: z.int().nullable(),
    priorityTitle: z.string().nullable(),
    assignedPersons: z.array(z.strictObject({ personId: z.uuid(), fullName: z.string() })),
    assignedGroups: z.array(z.string()),
    tags: z.array(z.string()),
    userTags: z.array(z.string()),
  })
  .meta({ id: 'BillTracking', description: "The tenant's tracking of a bill." });

const SaveRequest = z
  .object({ billId: billId(), ...trackingFields })
  .meta({ id: 'BillTrackingRequest', description: 'Only the fields that are sent are changed.' });

const BulkRequest = z
  .object({ billIds: z.array(billId()).min(1).max(100), ...trackingFields })
  .meta({ id: 'BillTrackingOfManyRequest', description: 'The same change for up to 100 bills.' });

const BulkResult = z
  .strictObject({
    billId: z.int(),
    outcome: z.enum(['changed', 'unchanged', 'refused', 'pending']),
    message: z.string().optional().meta({ description: 'Why the bill was refused, or is pending.' }),
    tracking: BillTrackingView.optional(),
  })
  .meta({ id: 'BillTrackingResult', description: 'The result for one of the bills.' });

const HeldPosition = z
  .strictObject({
    id: z.string().meta({ description: 'Identifies it in the history of its bill.' }),
    position: Position,
    positionId: z.int().nullable(),
    title: z.string(),
    colorCode: z.string(),
    effectiveFrom: z.iso.date(),
    effectiveTo: z.iso.date().nullable().meta({
      description:
        'The last day it was held, never before the first; null while it is held. Of two with the same first day, the one that was set last is held, and the other ends on that day.',
    }),
    isHeld: z.boolean(),
    setAt: z.iso.datetime(),
    setBy: z.string().meta({ example: 'ada@example.org' }),
    note: z.string().nullable(),
    isVoid: z.boolean().meta({ description: 'It was entered by mistake, and never held.' }),
    voidedAt: z.iso.datetime().optional(),
    voidedBy: z.string().optional(),
    voidReason: z.string().optional(),
  })
  .meta({ id: 'HeldPosition', description: 'A position, the days it was held, who set it and when.' });

const shared = { area: 'billtracking', tags: ['Bill Tracking'] } as const;
const writing = { permission: 'billtracking.bills.write', token: 'tenant' } as const;

export const saveBillTracking = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/tracking/save',
  summary: 'Save the tracking of a bill',
  description:
    'Changes status, position, priority, assignment or tags. Each change of status or position adds a line with the old and the new value to the activity log. An archived bill leaves the default lists, and no more notifications are sent about it.',
  body: SaveRequest,
  responses: {
    200: {
      description: 'The tracking of the bill after the change.',
      body: successEnvelope(BillTrackingView),
    },
  },
  access: writing,
  budget: { roundTrips: 13, readUnits: 13, writeUnits: 44 },
  example: {
    body: { billId: '{{billId}}', trackingStatus: 'PRIORITY', priority: 1, tags: ['Housing', 'Renters'] },
  },
});

export const bulkSaveBillTracking = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/tracking/bulk',
  summary: 'Save the same tracking for up to 100 bills',
  description:
    'Bills are saved in several transactions, and each bill has its own result. A request that is interrupted, or has bills that are pending, may be sent again: bills that are already saved are reported as unchanged.',
  body: BulkRequest,
  responses: {
    200: {
      description: 'The result for each bill, in the order of the ids.',
      body: successEnvelope(z.array(BulkResult)),
    },
  },
  access: writing,
  budget: { roundTrips: 13, readUnits: 10, writeUnits: 3 },
  example: { body: { billIds: ['{{billId}}'], tags: ['Housing'] } },
});

export const listBillPositions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/{id}/positions',
  summary: 'List the positions on a bill',
  params: byBillId,
  responses: {
    200: {
      description: 'The positions with the days they were held, the latest first.',
      body: successEnvelope(z.array(HeldPosition)),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{billId}}' } },
});

export const voidBillPosition = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/{id}/positions/{positionEntryId}/void',
  summary: 'Void a wrong position on a bill',
  description:
    'For a position that was entered by mistake: it stays in the history, marked as void with the reason, and counts as never held, also in scorecards. To change a position, save another one instead. Send the ETag of the bill as If-Match to avoid overwriting another change.',
  params: byBillId.extend({
    positionEntryId: z.string().regex(/^[\w-]{1,40}$/, 'the id of a position in the history'),
  }),
  body: z
    .object({ reason: z.string().trim().min(1).max(1000).meta({ example: 'Entered on the wrong bill.' }) })
    .meta({ id: 'VoidPositionRequest' }),
  responses: {
    200: {
      description: 'The positions after the change, the latest first.',
      body: successEnvelope(z.array(HeldPosition)),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'billtracking.bills.write', token: 'required' },
  budget: { roundTrips: 13, readUnits: 12, writeUnits: 44 },
  example: {
    params: { id: '{{billId}}', positionEntryId: '{{positionEntryId}}' },
    body: { reason: 'The committee had not decided yet.' },
  },
});

export const listBillPriorities = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/{id}/priorities',
  summary: 'List the priorities that a bill had',
  params: byBillId,
  responses: {
    200: {
      description: 'The priorities, the latest first; null where the priority was removed.',
      body: successEnvelope(
        z.array(
          z
            .strictObject({
              priority: z.int().nullable(),
              title: z.string().nullable(),
              setAt: z.iso.datetime(),
              setBy: z.string(),
            })
            .meta({ id: 'SetPriority' }),
        ),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{billId}}' } },
});
