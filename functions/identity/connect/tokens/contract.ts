// The token endpoint of OpenID Connect, and who the person is (docs/interface/identity.md#token-endpoint).
import * as z from 'zod';
import { grantTypes } from '../../../../shared/auth/clients/clients.ts';
import { clientParameters, formBody } from '../../../../shared/auth/sign-in/form.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const tags = ['OAuth'] as const;

export const exchangeToken = endpoint({
  area: 'identity',
  tags,
  method: 'POST',
  path: '/connect/token',
  access: { client: true },
  summary:
    'Exchange a code, a refresh token, a device code or client credentials for tokens (RFC 6749, RFC 8628)',
  description:
    'A confidential client authenticates by HTTP Basic or in the form; a public one sends its client_id. A code works once and for a minute; used again, it ends what it gave. A refresh token is replaced at every use; an earlier one used again ends all of them. An ID token comes with the scope openid, a refresh token with offline_access. With a proof in the header DPoP (RFC 9449) the access token is bound to its key, and so is the refresh token of a public client.',
  bodyType: 'form',
  maxBodyBytes: 32_768,
  repeatable: true,
  body: formBody({
    grant_type: z
      .string()
      .max(200)
      .meta({ description: `One of ${grantTypes.join(', ')}.` }),
    device_code: z.string().max(200).optional(),
    code: z.string().max(200).optional(),
    redirect_uri: z.string().max(2000).optional(),
    code_verifier: z.string().max(200).optional(),
    refresh_token: z.string().max(200).optional(),
    scope: z.string().max(4000).optional().meta({ description: 'Some of the scopes; all by default.' }),
    ...clientParameters,
  }),
  responses: {
    200: {
      description: 'The tokens (RFC 6749 5.1, OpenID Connect Core 3.1.3.3).',
      body: z
        .strictObject({
          access_token: z.string(),
          token_type: z.enum(['Bearer', 'DPoP']),
          expires_in: z.int().meta({ description: 'Seconds.' }),
          scope: z.string(),
          id_token: z.string().optional(),
          refresh_token: z.string().optional(),
        })
        .meta({ id: 'PersonTokenResponse' }),
      headers: { Pragma: 'no-cache' },
    },
  },
  refuses: [
    'INVALID_CLIENT',
    'INVALID_GRANT',
    'AUTHORIZATION_PENDING',
    'SLOW_DOWN',
    'ACCESS_DENIED',
    'EXPIRED_TOKEN',
    'INVALID_DPOP_PROOF',
    'INVALID_SCOPE',
    'UNAUTHORIZED_CLIENT',
    'UNSUPPORTED_GRANT_TYPE',
    'SERVICE_BUSY',
  ],
  budget: { roundTrips: 8, readUnits: 8, writeUnits: 4 },
  example: {
    body: {
      grant_type: 'client_credentials',
      client_id: '{{clientId}}',
      client_secret: '{{clientSecret}}',
    },
  },
});

const userinfo = {
  area: 'identity',
  tags,
  path: '/connect/userinfo',
  access: { bearer: true },
  summary: 'Get who the person is to whom an access token belongs (OpenID Connect Core 5.3)',
  description:
    'For tokens with the scope openid: names with the scope profile, the address with email. No tenant-code is needed. A person without a record in the directory has no names.',
  responses: {
    200: {
      description: 'The claims.',
      body: z
        .strictObject({
          sub: z.string().meta({ description: 'The id of the user.' }),
          tenant: z.string().meta({ description: 'The workspace that was entered.' }),
          name: z.string().optional(),
          given_name: z.string().optional(),
          family_name: z.string().optional(),
          preferred_username: z.string().optional(),
          person_id: z.string().optional().meta({
            description: "The record of the user in the tenant's directory; with the scope profile.",
          }),
          email: z.string().optional(),
          email_verified: z
            .boolean()
            .optional()
            .meta({ description: 'Whether the person has confirmed this very address.' }),
        })
        .meta({ id: 'PersonClaims' }),
    },
  },
  refuses: ['AUTHENTICATION_REQUIRED', 'PERMISSION_DENIED'],
  budget: { roundTrips: 3, readUnits: 9 },
  example: {},
} as const;

export const getUserinfo = endpoint({ ...userinfo, method: 'GET' });

export const postUserinfo = endpoint({
  ...userinfo,
  method: 'POST',
  repeatable: true,
  summary: 'Get who the person is, by a POST (OpenID Connect Core 5.3.1)',
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: formBody({
    access_token: z
      .string()
      .max(16_000)
      .optional()
      .meta({ description: 'The access token, in the place of the header Authorization (RFC 6750 2.2).' }),
  }),
});
