// The page on which people see and end where they are signed in and what applications may do
// (docs/interface/identity.md#own-account). It works without scripts.
import * as z from 'zod';
import { formBody } from '../../../shared/auth/form.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { publicPage } from '../pages/page-contract.ts';

const { responses: pageReplies, ...publicFields } = publicPage;
const page = {
  ...publicFields,
  area: 'identity',
  tags: ['Account'],
  path: '/Account/Access',
  responses: {
    ...pageReplies,
    303: {
      description: 'A page of the sign-in, or this one.',
      body: null,
      headers: { Location: 'The address.' },
    },
  },
} as const;

export const getAccessPage = endpoint({
  ...page,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: 'Show where one is signed in, and what applications may do',
  description: 'Whoever is not signed in does so first.',
  budget: { roundTrips: 10, readUnits: 60, writeUnits: 4 },
  example: {},
});

export const submitAccessPage = endpoint({
  ...page,
  method: 'POST',
  repeatable: true,
  bodyType: 'form',
  maxBodyBytes: 16_384,
  body: formBody({
    action: z.string().max(50).optional().meta({ description: 'end-session or end-application.' }),
    session: z.string().max(100).optional().meta({ description: 'The id of a session.' }),
    clientId: z.string().max(100).optional(),
    tenantCode: z.string().max(100).optional(),
  }),
  summary: 'Sign a browser out, or take the access from an application, on the page',
  refuses: ['SERVICE_BUSY'],
  budget: { roundTrips: 20, readUnits: 100, writeUnits: 100 },
  example: { body: { action: 'end-session', session: '{{ownSessionId}}' } },
});
