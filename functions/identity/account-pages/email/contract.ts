// The page on which people ask for another mail address of their own account (docs/interface/identity.md#own-account). It
// works without scripts.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { accountForm, accountPage, ownFormBody } from '../../pages/page-contract.ts';

const path = '/Account/Email';

export const getEmailPage = endpoint({
  ...accountPage,
  path,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: "Show the page on which one asks for another mail address of one's own account",
  description: 'Whoever is not signed in does so first.',
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 4 },
  example: {},
});

export const submitEmailPage = endpoint({
  ...accountPage,
  ...accountForm,
  path,
  body: ownFormBody({
    email: z.string().max(1024).optional().meta({ description: 'The new mail address.' }),
    currentPassword: z.string().max(1024).optional().meta({ format: 'password' }),
  }),
  summary: "Ask for another mail address of one's own account on its page",
  description:
    'Both the old and the new address get a link, valid for a day; the address changes once both are confirmed. Wrong current passwords count like failed sign-ins.',
  budget: { roundTrips: 20, readUnits: 24, writeUnits: 40 },
  example: { body: { email: 'ines.moreau@demo.example', currentPassword: '{{accountPassword}}' } },
});
