// Writing analyses of a bill. Existing callers read them below /legislative/public-bills
// (docs/interface/billtracking.md#analyses).
import * as z from 'zod';
import { webAddress } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions } from '../record/bill.ts';
import { byBillId } from '../schemas.ts';
import { AnalysisView } from './schemas.ts';

const title = z.string().trim().min(1).max(200);

const AnalysisRequest = z
  .object({
    text: z.string().trim().min(1).max(20_000),
    isPublic: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the public may read it; false by default.' }),
    position: z
      .enum(billPositions)
      .optional()
      .meta({ description: 'The position it argues for; by default the one that is held.' }),
    links: z
      .array(z.object({ url: webAddress, title }))
      .max(50)
      .nullish(),
    files: z
      .array(z.object({ url: webAddress, displayName: title }))
      .max(50)
      .nullish()
      .meta({ description: 'Files by their URL.' }),
  })
  .meta({ id: 'BillAnalysisRequest' });
export type AnalysisInput = z.output<typeof AnalysisRequest>;

const shared = {
  area: 'billtracking',
  tags: ['Bill Tracking'],
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  access: { permission: 'billtracking.bills.write', token: 'tenant' },
} as const;

export const createBillAnalysis = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/{id}/analysis',
  summary: 'Create an analysis of a bill',
  params: byBillId,
  body: AnalysisRequest,
  responses: { 200: { description: 'The analysis.', body: successEnvelope(AnalysisView) } },
  budget: { roundTrips: 6, readUnits: 6, writeUnits: 5 },
  example: {
    params: { id: '{{billId}}' },
    body: {
      text: 'The cap applies to housing authorities as landlords. We ask for an exemption.',
      isPublic: true,
      links: [
        { url: 'https://app.leg.wa.gov/billsummary/?BillNumber=1217&Year=2025', title: 'Bill summary' },
      ],
    },
  },
});

export const deleteBillAnalysis = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/1.0/bill/{id}/analysis/{analysisId}',
  summary: 'Delete an analysis of a bill',
  params: byBillId.extend({ analysisId: z.guid().toLowerCase() }),
  responses: { 204: { description: 'The analysis was deleted.', body: null } },
  budget: { roundTrips: 3, readUnits: 3, writeUnits: 4 },
  example: { params: { id: '{{billId}}', analysisId: '{{analysisId}}' } },
});
