// The pages that mails of subscriptions link to: where a receiver confirms, and where they unsubscribe.
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';

const shared = {
  area: 'billtracking',
  tags: ['Bill Events & Calendar'],
  params: z.object({
    tenantCode: z.string(),
    token: z.string().meta({ description: 'The secret part of the link, contained only in the mail.' }),
  }),
  responses: {
    200: {
      description: 'An HTML page, also when the link is invalid or has expired.',
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
  summary: 'Show the confirmation page of a subscription',
  description:
    'The link in the one mail that an address gets before it has agreed. Changes nothing, because mail programs follow links too; the button on the page sends the POST.',
  budget: { roundTrips: 2, readUnits: 2 },
});

export const confirmSubscription = endpoint({
  ...confirmation,
  method: 'POST',
  ifMatch: 'ignored',
  summary: 'Confirm a subscription',
  description:
    'Activates the subscription. Repeating it has no further effect. The link expires after 14 days, or when the subscription gets another address.',
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 3 },
});

export const getUnsubscribePage = endpoint({
  ...unsubscription,
  method: 'GET',
  summary: 'Show the unsubscribe page of a subscription',
  description: 'The link in every digest. Changes nothing; the button on the page sends the POST.',
  budget: { roundTrips: 3, readUnits: 3 },
});

export const unsubscribe = endpoint({
  ...unsubscription,
  method: 'POST',
  ifMatch: 'ignored',
  summary: 'Unsubscribe from the mails of a subscription',
  description:
    'Mail programs send it when their user unsubscribes (RFC 8058, List-Unsubscribe-Post); the body is ignored. Sets the subscription to `disabled`; resuming it asks the address to confirm again. Repeating it has no further effect.',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 18 },
});
