// Google and Microsoft as providers of the whole platform (docs/interface/identity.md#google-and-microsoft-accounts).
import * as z from 'zod';
import { accountProviders } from '../../../shared/auth/accounts/account-providers.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { platformAdministration } from '../administration/administration.ts';

const provider = z.enum(accountProviders);

const AccountProvider = z
  .strictObject({
    provider,
    issuer: z.string(),
    clientId: z.string().optional().meta({ description: 'Absent where it is not set up.' }),
    isActive: z.boolean(),
    redirectUri: z.url().meta({ description: 'The address to register at the provider.' }),
    version: z.int(),
  })
  .meta({ id: 'AccountProvider' });

const AccountProviderInput = z
  .object({
    clientId: z.string().min(1).max(256),
    clientSecret: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .meta({ format: 'password', description: 'Absent: stays as it is. It is never returned.' }),
    issuer: z.string().max(500).optional().meta({
      description:
        "The issuer identifier, an https address; the provider's own by default. Another one is for a national cloud, or for one organization of Microsoft's.",
      example: 'https://accounts.google.com',
    }),
    isActive: z.boolean().optional().meta({
      description: 'Whether it signs anybody in; yes by default. What it has begun goes on until it ends.',
    }),
  })
  .meta({ id: 'AccountProviderInput' });

const shared = {
  area: 'identity',
  tags: ['Federation'],
  access: platformAdministration,
  path: '/api/v1/AccountProviders/{provider}',
  params: z.object({ provider }),
  responses: { 200: { description: 'The provider, without its secret.', body: AccountProvider } },
} as const;

export const getAccountProvider = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get how Google or Microsoft accounts sign people in',
  description: 'Also where it is not set up: with the address to register at it.',
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: { provider: 'google' } },
});

export const setAccountProvider = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Set up that Google or Microsoft accounts sign people in',
  description:
    'They then do in the tenants whose sign-in policy names the provider in `accountProviders`. Send the ETag as If-Match to ' +
    'prevent lost updates.',
  body: AccountProviderInput,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: {
    params: { provider: 'google' },
    body: { clientId: 'rostrum.apps.googleusercontent.com', clientSecret: 'a secret of the provider' },
  },
});
