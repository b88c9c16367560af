// The page on which people set up, renew and remove their second factor (docs/interface/identity.md#second-factor). It
// works without scripts, but for passkeys.
import * as z from 'zod';
import { formBody } from '../../../shared/auth/form.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { accountForm, accountPage } from '../pages/page-contract.ts';

const path = '/Account/SecondFactor';

export const getSecondFactorPage = endpoint({
  ...accountPage,
  path,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: 'Show the page of the own second factor',
  description: 'Whoever has not signed in within the last ten minutes does so first.',
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 4 },
  example: {},
});

export const submitSecondFactorPage = endpoint({
  ...accountPage,
  ...accountForm,
  path,
  body: formBody({
    action: z.string().max(50).optional().meta({ description: 'What the button says.' }),
    passkey: z.string().max(1500).optional().meta({ description: 'The id of a passkey.' }),
  }),
  summary: 'Change the own second factor on its page',
  budget: { roundTrips: 12, readUnits: 20, writeUnits: 3 },
  example: { body: { action: 'set-up-authenticator' } },
});
