// The page on which people change their own password (docs/interface/identity.md#own-account). It works without scripts.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { accountForm, accountPage, ownFormBody } from '../../pages/page-contract.ts';

const path = '/Account/Password';

export const getPasswordPage = endpoint({
  ...accountPage,
  path,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: "Show the page on which one changes one's own password",
  description: 'Whoever is not signed in does so first.',
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 4 },
  example: {},
});

export const submitPasswordPage = endpoint({
  ...accountPage,
  ...accountForm,
  path,
  body: ownFormBody({
    currentPassword: z.string().max(1024).optional().meta({ format: 'password' }),
    password: z.string().max(1024).optional().meta({ format: 'password' }),
  }),
  summary: "Change one's own password on its page",
  description:
    'All other sign-ins and tokens of the user end; this browser stays signed in. Wrong current passwords count like failed sign-ins.',
  budget: { roundTrips: 20, readUnits: 30, writeUnits: 50 },
  example: { body: { currentPassword: '{{accountPassword}}', password: 'the ferry leaves at seven' } },
});
