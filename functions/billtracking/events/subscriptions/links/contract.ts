// The pages behind the links in mails of subscriptions: where a receiver agrees to get them, and where they unsubscribe.
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';

const shared = {
  area: 'billtracking',
  tags: ['Bill Events & Calendar'],
  params: z.object({
    tenantCode: z.string(),
    token: z.string().meta({ description: 'The secret part of the link; it stands in the mail alone.' }),
  }),
  responses: {
    200: {
      description: 'A page for people. It also says when the link does not work any more.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  access: 'public',
  apiVersion: 'optional',
} as const;

const confirmation = {
  ...shared,
  path: '/api/1.0/Confirmations/{tenantCode}/{token}',
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{confirmationToken}}' } },
} as const;

const unsubscription = {
  ...shared,
  path: '/api/1.0/Unsubscribe/{tenantCode}/{token}',
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{unsubscribeToken}}' } },
} as const;

export const getConfirmationPage = endpoint({
  ...confirmation,
  method: 'GET',
  summary: 'Show what an address is asked to agree to',
  description:
    'The link in the one mail that an address gets before it has agreed. It changes nothing, since programs follow links in mails too; its button sends the POST.',
  budget: { roundTrips: 2, readUnits: 2 },
});

export const confirmSubscription = endpoint({
  ...confirmation,
  method: 'POST',
  summary: 'Agree to get the mails of a subscription',
  description:
    'From then on the subscription is active. Twice is once. The link ends after 14 days, and when another address takes its place.',
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 8 },
});

export const getUnsubscribePage = endpoint({
  ...unsubscription,
  method: 'GET',
  summary: 'Show what can be unsubscribed from',
  description: 'The link in every digest. It changes nothing; its button sends the POST.',
  budget: { roundTrips: 3, readUnits: 3 },
});

export const unsubscribe = endpoint({
  ...unsubscription,
  method: 'POST',
  summary: 'Unsubscribe from the mails of a subscription',
  description:
    'What mail programs send by themselves when their reader unsubscribes (RFC 8058, List-Unsubscribe-Post); the body does not matter. The subscription is `disabled`, and resuming it asks the address anew. Twice is once.',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 16 },
});
