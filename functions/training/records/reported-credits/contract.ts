// Credits that people report themselves: reported with evidence, edited or withdrawn while nothing is decided, approved,
// returned or rejected by the office (docs/interface/training.md#self-reported-credits).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { MAX_FILE_BODY_BYTES } from '../../../../shared/http/file-content.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';
import { reference } from '../training-record/entry-schemas.ts';
import { reportStatuses } from './reported-credit.ts';
import {
  ApproveReportedCreditRequest,
  DecisionReason,
  EvidenceRequest,
  ReportedCredit,
  ReportedCreditRequest,
  ReportedCreditUpdateRequest,
} from './schemas.ts';

const byId = z.object({ id: reference.meta({ description: 'The id of the report.' }) });
const shared = { area: 'training', tags: ['Credits'] } as const;
const ownAccess = { permission: 'own', others: 'training.credits.write', token: 'required' } as const;
const readAccess = { permission: 'own', others: 'training.credits.read', token: 'required' } as const;
const single = {
  ...shared,
  params: byId,
  responses: { 200: { description: 'The report.', body: ReportedCredit } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
} as const;
const decision = { ...single, access: { permission: 'training.credits.write', token: 'required' } } as const;
const ofExample = { id: '{{reportedCreditId}}' } as const;
/** The beginning of a PDF, in base64: enough for its type to be read. */
const emptyPdf = 'JVBERi0xLjQKJSVFT0YK';

export const reportCredits = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/ReportedCredits',
  summary: 'Report credits that were earned elsewhere',
  description:
    'Everybody may report their own; holders of training.credits.write also those of others. The credits count once the office approves them.',
  body: ReportedCreditRequest,
  responses: {
    201: {
      description: 'The report.',
      body: ReportedCredit,
      headers: { Location: 'The address of the report.' },
    },
  },
  access: ownAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 10 },
  example: {
    body: {
      personId: '{{personId}}',
      creditTypeId: '{{creditTypeId}}',
      credits: 3,
      earnedDate: '2026-05-12',
      activity: 'Webinar on public records requests',
      provider: 'Institute of Local Government',
    },
  },
});

export const getReportedCredit = endpoint({
  ...single,
  method: 'GET',
  path: '/api/v1/ReportedCredits/{id}',
  summary: 'Get a report of credits',
  access: readAccess,
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: ofExample },
});

export const updateReportedCredit = endpoint({
  ...single,
  method: 'PUT',
  path: '/api/v1/ReportedCredits/{id}',
  summary: 'Edit a report of credits',
  description:
    'While it waits, and after it was returned: then this submits it again. Send the ETag as If-Match to avoid overwriting the changes of others.',
  body: ReportedCreditUpdateRequest,
  access: ownAccess,
  budget: { roundTrips: 7, readUnits: 10, writeUnits: 18 },
  example: { params: ofExample, body: { notes: 'The certificate names both days.' } },
});

export const withdrawReportedCredit = endpoint({
  ...single,
  method: 'POST',
  path: '/api/v1/ReportedCredits/{id}/Withdraw',
  summary: 'Withdraw a report of credits',
  access: ownAccess,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 18 },
  example: { params: ofExample },
});

export const addReportedCreditEvidence = endpoint({
  ...single,
  method: 'POST',
  path: '/api/v1/ReportedCredits/{id}/Evidence',
  summary: 'Add a file of evidence to a report of credits',
  description:
    'A PDF, JPEG or PNG; its content decides and not its name. A report has at most 10 files. Files can be added until the report is decided.',
  body: EvidenceRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  access: ownAccess,
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 18 },
  example: { params: ofExample, body: { name: 'certificate.pdf', content: emptyPdf } },
});

export const removeReportedCreditEvidence = endpoint({
  ...single,
  method: 'DELETE',
  path: '/api/v1/ReportedCredits/{id}/Evidence/{fileId}',
  summary: 'Remove a file of evidence from a report of credits',
  description: 'Links to the file lead nowhere at once.',
  params: byId.extend({ fileId: reference.meta({ description: 'The id of the file.' }) }),
  access: ownAccess,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 18 },
  example: { params: { ...ofExample, fileId: '{{evidenceFileId}}' } },
});

export const approveReportedCredit = endpoint({
  ...decision,
  also: ['OverrideRegistration'],
  method: 'POST',
  path: '/api/v1/ReportedCredits/{id}/Approve',
  summary: 'Approve reported credits',
  description:
    'Grants the credits, once: they are in the transcript with the source selfReported, and count towards awards as far as the settings of self-reported credits allow. Nobody approves their own report.',
  body: ApproveReportedCreditRequest,
  budget: { roundTrips: 7, readUnits: 12, writeUnits: 29 },
  example: {
    params: ofExample,
    body: { changes: { credits: 2, reason: 'One hour of the three was a break.' } },
  },
});

export const returnReportedCredit = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/ReportedCredits/{id}/Return',
  summary: 'Return a report of credits for changes',
  description: 'The person is notified, edits the report, and thereby submits it again.',
  body: DecisionReason,
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 23 },
  example: { params: ofExample, body: { reason: 'Please add the certificate of attendance.' } },
});

export const rejectReportedCredit = endpoint({
  ...decision,
  method: 'POST',
  path: '/api/v1/ReportedCredits/{id}/Reject',
  summary: 'Reject reported credits',
  body: DecisionReason,
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 23 },
  example: { params: ofExample, body: { reason: 'The activity is not about county government.' } },
});

const pageResponse = {
  200: { description: 'A page of reports.', body: z.array(ReportedCredit), headers: cursorHeaders },
} as const;

export const listReportedCredits = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/ReportedCredits',
  summary: 'List reported credits that wait for a decision',
  description: 'The longest waiting first. Other states can be requested.',
  query: z.object({
    ...cursorQuery,
    status: z.enum(reportStatuses).default('Pending').meta({ description: 'Pending by default.' }),
    creditTypeId: reference.optional().meta({ description: 'Only credits of this type.' }),
    submittedFrom: z.iso.date().optional().meta({ description: 'Submitted on this day (UTC) or later.' }),
    submittedTo: z.iso.date().optional().meta({ description: 'Submitted on this day (UTC) or before.' }),
  }),
  responses: pageResponse,
  access: { permission: 'training.credits.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 60 },
  example: { query: { creditTypeId: '{{creditTypeId}}' } },
});

export const listReportedCreditsOfPerson = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/ReportedCredits',
  summary: "List a person's reported credits",
  description: 'The latest first, in every state.',
  params: z.object({ personId: reference.meta({ description: 'The id of the person.' }) }),
  query: z.object(cursorQuery),
  responses: pageResponse,
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 60 },
  example: { params: { personId: '{{personId}}' } },
});
