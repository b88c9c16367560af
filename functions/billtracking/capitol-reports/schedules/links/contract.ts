// What is behind the link of a scheduled report: a page, its files, and the end of the mails. They work without JavaScript.
import * as z from 'zod';
import { Bytes } from '../../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { Snapshot } from '../../content/snapshot.ts';
import { formatNames } from '../../formats/format.ts';

const params = z.object({
  tenantCode: z.string(),
  token: z
    .string()
    .max(300)
    .meta({ description: 'The secret part of the link, contained only in the mail.' }),
});
const shared = {
  area: 'billtracking',
  tags: ['Capitol Reports'],
  access: 'public',
  apiVersion: 'optional',
} as const;
const path = '/api/1.0/CapitolReport/Links/{tenantCode}/{token}';
const page = {
  200: {
    description: 'An HTML page, also when the link is invalid, has expired or was revoked: it says which.',
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
  },
} as const;
const example = { tenantCode: '{{tenantCode}}', token: '{{reportLinkToken}}' };

export const getScheduledReportPage = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'Show the page of a mailed capitol report',
  description:
    'The link in the mail of a scheduled report, for one report and one recipient. It works for 30 days, while the recipient may read reports, and until the links are revoked or the scheduled report is deleted. Changes nothing.',
  params,
  responses: page,
  budget: { roundTrips: 8, readUnits: 12 },
  example: { params: example },
});

export const getScheduledReportFile = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{format}`,
  summary: 'Download a mailed capitol report',
  params: params.extend({ format: z.enum(formatNames).meta({ example: 'pdf' }) }),
  responses: {
    200: {
      description: 'The file.',
      body: Bytes,
      contentType: 'application/pdf',
      alsoAs: { 'text/csv': Bytes, 'application/json': Snapshot },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 12 },
  example: { params: { ...example, format: 'bills' } },
});

export const stopScheduledReport = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Stop the mails of a scheduled capitol report',
  description:
    'The button of the page, and what mail programs send when their user unsubscribes (RFC 8058); the body is ignored. The person of the link gets no further mail of this scheduled report. It works also when the link has expired; repeating it has no further effect.',
  params,
  responses: page,
  ifMatch: 'ignored',
  budget: { roundTrips: 7, readUnits: 10, writeUnits: 6 },
  example: { params: example },
});
