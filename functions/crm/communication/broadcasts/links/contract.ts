// The pages that the mails of broadcasts link to (docs/interface/communication.md#leaving-and-choosing).
import * as z from 'zod';
import { Bytes } from '../../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { formFields } from '../../../../../shared/http/lenient.ts';

const page = {
  area: 'crm',
  tags: ['Communication'],
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
} as const;

const unsubscription = {
  ...page,
  path: '/api/v1/Unsubscribe/{tenantCode}/{token}',
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{mailUnsubscribeToken}}' } },
} as const;

const preferences = {
  ...page,
  path: '/api/v1/MailPreferences/{tenantCode}/{token}',
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{mailPreferencesToken}}' } },
} as const;

/** What counts opens and clicks, where a broadcast does. */
const tracking = { ...page, method: 'GET', writes: true, ifMatch: 'ignored' } as const;

export const countMailOpen = endpoint({
  ...tracking,
  path: '/api/v1/MailOpens/{tenantCode}/{token}',
  summary: 'Count that a mail was opened',
  description:
    'The invisible picture in mails of broadcasts that track opens. Mail programs that load pictures for everybody, or for nobody, make the number an estimate.',
  responses: {
    200: {
      description: 'A picture of one pixel, also when the link is invalid.',
      body: Bytes,
      contentType: 'image/gif',
    },
  },
  budget: { roundTrips: 8, readUnits: 10, writeUnits: 12 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{mailOpenToken}}' } },
});

export const followMailLink = endpoint({
  ...tracking,
  path: '/api/v1/MailLinks/{tenantCode}/{token}',
  query: z.object({
    to: z.string().max(4000).meta({ description: 'Where the link leads; the token is signed for it.' }),
  }),
  summary: 'Follow a link of a mail',
  description:
    'The links in mails of broadcasts that track clicks. Only addresses that were in the mail are followed: the token is signed for them.',
  responses: {
    302: {
      description: 'The address that the mail names.',
      body: null,
      headers: { Location: 'The address.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 12 },
  example: {
    params: { tenantCode: '{{tenantCode}}', token: '{{mailLinkToken}}' },
    query: { to: 'https://cascadia.example/conference' },
  },
});

export const getMailUnsubscribePage = endpoint({
  ...unsubscription,
  method: 'GET',
  summary: 'Show the page on which a recipient unsubscribes',
  description:
    'The link in every mail of a broadcast. Changes nothing, because mail programs follow links too; the button on the page sends the POST.',
  budget: { roundTrips: 8, readUnits: 14 },
});

export const unsubscribeFromMail = endpoint({
  ...unsubscription,
  method: 'POST',
  ifMatch: 'ignored',
  summary: 'Unsubscribe from the lists of a broadcast',
  description:
    'Mail programs send it when their user unsubscribes (RFC 8058, List-Unsubscribe-Post); the body is ignored. The recipient leaves the lists by which they were chosen, or gets no broadcast at all where it was no list. Repeating it has no further effect.',
  budget: { roundTrips: 9, readUnits: 18, writeUnits: 20 },
});

export const getMailPreferencesPage = endpoint({
  ...preferences,
  method: 'GET',
  summary: 'Show the page on which a recipient chooses what to receive',
  description: 'Lists, topics, how often, and nothing at all. Changes nothing.',
  budget: { roundTrips: 9, readUnits: 18 },
});

export const saveMailPreferences = endpoint({
  ...preferences,
  method: 'POST',
  bodyType: 'form',
  body: formFields(100),
  maxBodyBytes: 65_536,
  ifMatch: 'ignored',
  summary: 'Choose what to receive',
  description:
    'The form of the page: list-{id} and topic-{id} are sent for what is wanted, frequency is all, weekly or monthly, and nothing is sent to get no broadcast at all. Whoever wants a list gets it again, also after leaving it.',
  budget: { roundTrips: 10, readUnits: 22, writeUnits: 20 },
  example: {
    params: { tenantCode: '{{tenantCode}}', token: '{{mailPreferencesToken}}' },
    body: { frequency: 'weekly' },
  },
});
