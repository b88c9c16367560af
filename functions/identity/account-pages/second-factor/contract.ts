// The page on which people set up, renew and remove their second factor (docs/interface/identity.md#second-factor). It
// works without scripts, but for passkeys.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { accountForm, accountPage, ownFormBody } from '../../pages/page-contract.ts';

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
  body: ownFormBody({
    action: z.string().max(50).optional().meta({ description: 'What the button says.' }),
    currentPassword: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: 'Confirms a removal, or new recovery codes.', format: 'password' }),
    code: z.string().max(40).optional().meta({ description: 'The same for an account without a password.' }),
    passkey: z.string().max(1500).optional().meta({ description: 'The id of a passkey.' }),
  }),
  summary: 'Change the own second factor on its page',
  description:
    'A removal, and new recovery codes, take the current password, or a code of the factor where the account has no password.',
  budget: { roundTrips: 12, readUnits: 20, writeUnits: 3 },
  example: { body: { action: 'set-up-authenticator' } },
});
