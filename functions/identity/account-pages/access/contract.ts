// The page on which people see and end where they are signed in and what applications may do
// (docs/interface/identity.md#own-account). It works without scripts.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { accountForm, accountPage, ownFormBody } from '../../pages/page-contract.ts';

const path = '/Account/Access';

export const getAccessPage = endpoint({
  ...accountPage,
  path,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: 'Show where one is signed in, and what applications may do',
  description: 'Whoever is not signed in does so first.',
  budget: { roundTrips: 10, readUnits: 60, writeUnits: 4 },
  example: {},
});

export const submitAccessPage = endpoint({
  ...accountPage,
  ...accountForm,
  path,
  body: ownFormBody({
    action: z.string().max(50).optional().meta({ description: 'end-session, end-application or end-link.' }),
    session: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The id of a session, or of a token of the two-step sign-in.' }),
    clientId: z.string().max(100).optional(),
    tenantCode: z.string().max(100).optional(),
    provider: z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'Of an account elsewhere that signs the person in.' }),
  }),
  summary: 'Sign a browser out, end a token, or take the access from an application, on the page',
  description:
    'Whoever ends another sign-in than that of this browser, and has not signed in within the last ten minutes, does so first.',
  budget: { roundTrips: 20, readUnits: 100, writeUnits: 100 },
  example: { body: { action: 'end-session', session: '{{ownSessionId}}' } },
});
