// Where Google and Microsoft send people back (docs/interface/identity.md#google-and-microsoft-accounts).
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { providerCallback } from '../federation/contract.ts';

export const completeAccountSignIn = endpoint({
  ...providerCallback,
  path: '/connect/account-providers/callback',
  summary: 'Go on with a sign-in that Google or Microsoft has done',
});
