// One bill with all its details, tracked or not, and its family (docs/interface/billtracking.md#bill-family).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions, billRelations, trackingStatuses } from '../record/bill.ts';
import { byBillId } from '../schemas.ts';
import { BillDetail, BillSourceView, BillVersionView } from './schemas.ts';

const naturalKey = {
  stateId: z.int(),
  session: z.string().meta({ description: 'The identifier of the session.', example: '2025-2026' }),
  billNumber: z.string().meta({ example: 'SB 5222' }),
};
const Relation = z.enum(billRelations);

const Bill = BillDetail.extend({
  id: z.int(),
  versions: z.array(BillVersionView),
  sources: z.array(BillSourceView),
  relations: z.array(z.strictObject({ relation: Relation, ...naturalKey })),
  actionCount: z.int(),
  rollCallCount: z.int(),
}).meta({ id: 'Bill', description: 'A bill, tracked or not.' });

const FamilyMember = z
  .strictObject({
    ...naturalKey,
    billId: z.int().nullable().meta({ description: 'Null for a bill that was never imported.' }),
    state: z.string(),
    title: z.string().nullable(),
    status: z.string().nullable(),
    lastActionOn: z.iso.date().nullable(),
    trackingStatus: z.enum(trackingStatuses).nullable(),
    position: z.enum(billPositions).nullable(),
  })
  .meta({ id: 'BillFamilyMember' });

const Family = z
  .strictObject({
    familyId: z.int().meta({ description: 'The lowest id of its bills: the same for every member.' }),
    members: z.array(FamilyMember),
    relations: z.array(
      z.strictObject({
        from: z.strictObject(naturalKey),
        relation: Relation,
        to: z.strictObject(naturalKey),
      }),
    ),
  })
  .meta({ id: 'BillFamily' });

const shared = {
  area: 'billtracking',
  method: 'GET',
  tags: ['Bill Tracking'],
  params: byBillId,
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  example: { params: { id: '{{billId}}' } },
} as const;

export const getBill = endpoint({
  ...shared,
  path: '/api/1.0/bill/{id}',
  summary: 'Get a bill with its versions, sources and relations',
  responses: { 200: { description: 'The bill.', body: successEnvelope(Bill) } },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 2 },
});

export const getBillFamily = endpoint({
  ...shared,
  path: '/api/1.0/bill/{id}/family',
  summary: 'Get the family of a bill',
  description:
    'The companions, carry-overs, substitutes and reintroductions of a bill. Relations are followed in both directions across all sessions, so that every member has the same family. A bill that was never imported is listed by its number.',
  responses: { 200: { description: 'The family.', body: successEnvelope(Family) } },
  budget: { roundTrips: 8, readUnits: 8, writeUnits: 2 },
});
