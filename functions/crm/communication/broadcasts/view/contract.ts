// The page that shows a mail in a browser (docs/interface/communication.md#view-in-a-browser).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';

export const getMailView = endpoint({
  area: 'crm',
  tags: ['Communication'],
  method: 'GET',
  path: '/api/v1/MailViews/{tenantCode}/{token}',
  summary: 'Show a mail in a browser',
  description:
    'What `links.view` in a mail of a broadcast leads to: the mail as its recipient got it, with what the directory says of them now. Nothing in it runs, and opens and clicks are not counted.',
  params: z.object({
    tenantCode: z.string(),
    token: z
      .string()
      .max(200)
      .meta({ description: 'The secret part of the link, contained only in the mail.' }),
  }),
  responses: {
    200: {
      description: 'An HTML page, also when the link is invalid.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  access: 'public',
  budget: { roundTrips: 11, readUnits: 40 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{mailViewToken}}' } },
});
