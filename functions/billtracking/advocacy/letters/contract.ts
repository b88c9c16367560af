// The page behind the link of a campaign's invitation, on which people send their letters
// (docs/interface/billtracking.md#letters).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { formFields } from '../../../../shared/http/lenient.ts';

const page = {
  area: 'billtracking',
  tags: ['Advocacy Management'],
  path: '/api/1.0/Advocacy/Champaign/{id}/letter/{tenantCode}/{token}',
  params: z.object({
    id: z.string().max(100).meta({ description: 'The id of the campaign.' }),
    tenantCode: z.string(),
    token: z
      .string()
      .max(200)
      .meta({ description: 'The secret part of the link, contained only in the mail.' }),
  }),
  responses: {
    200: {
      description: 'An HTML page, also when the link is invalid or the campaign is over.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  access: 'public',
  apiVersion: 'optional',
} as const;

const params = { id: '{{letterCampaignId}}', tenantCode: '{{tenantCode}}', token: '{{campaignLetterToken}}' };

export const getCampaignLetterPage = endpoint({
  ...page,
  method: 'GET',
  summary: 'Show the letter of a person in a campaign',
  description:
    'The link in the invitation. Shows the letter, addressed to the officials of the person. Sends nothing, because mail programs follow links too; the button on the page sends the POST.',
  budget: { roundTrips: 9, readUnits: 40 },
  example: { params },
});

export const sendCampaignLetter = endpoint({
  ...page,
  method: 'POST',
  bodyType: 'form',
  body: formFields(60_000),
  maxBodyBytes: 65_536,
  ifMatch: 'ignored',
  summary: 'Send the letter of a person in a campaign',
  description:
    'The form of the page: body is the text, where the campaign lets people change it. Each official gets the letter once; repeating the request sends nothing.',
  budget: { roundTrips: 12, readUnits: 50, writeUnits: 54 },
  example: { params, body: {} },
});
