// The token endpoint: client credentials become an access token (docs/interface/crm.md#token-endpoint, RFC 6749 4.4).
import * as z from 'zod';
import { clientParameters, formBody } from '../../../shared/auth/sign-in/form.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const issueToken = endpoint({
  area: 'crm',
  method: 'POST',
  path: '/oauth/token',
  summary: 'Get an access token with client credentials',
  description:
    'The client authenticates either by HTTP Basic or with client_id and client_secret in the form. ' +
    'Each parameter may be sent once. Errors are those of RFC 6749 5.2. ' +
    'After several wrong secrets the reply is 429 with Retry-After; a correct secret is never throttled.',
  tags: ['OAuth'],
  access: { client: true },
  bodyType: 'form',
  maxBodyBytes: 16_384,
  body: formBody({
    grant_type: z
      .string()
      .max(200)
      .meta({ description: 'client_credentials', example: 'client_credentials' }),
    scope: z
      .string()
      .max(4000)
      .optional()
      .meta({ description: "Some of the client's scopes; all of them by default." }),
    ...clientParameters,
  }),
  repeatable: true,
  responses: {
    200: {
      description: 'The token (RFC 6749 5.1).',
      body: z
        .strictObject({
          access_token: z.string(),
          token_type: z.literal('Bearer'),
          expires_in: z.int().meta({ description: 'Seconds.' }),
          scope: z.string(),
        })
        .meta({ id: 'TokenResponse' }),
      headers: { Pragma: 'no-cache' },
    },
  },
  refuses: [
    'INVALID_CLIENT',
    'UNAUTHORIZED_CLIENT',
    'UNSUPPORTED_GRANT_TYPE',
    'INVALID_SCOPE',
    'SERVICE_BUSY',
  ],
  budget: { roundTrips: 4, readUnits: 3, writeUnits: 2 },
  example: {
    body: {
      grant_type: 'client_credentials',
      client_id: '{{clientId}}',
      client_secret: '{{clientSecret}}',
    },
  },
});
