// The authorization endpoint: an application sends a person here, and the person returns with a code
// (docs/interface/identity.md#authorization-endpoint; RFC 6749 4.1, OpenID Connect Core 3.1.2).
import * as z from 'zod';
import { clientParameters, formBody } from '../../../../shared/auth/sign-in/form.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { authorizationParameters } from '../requests/parameters.ts';
import { pushedRequestSeconds } from '../requests/pushed-requests.ts';

const shared = {
  area: 'identity',
  tags: ['Sign-in page'],
  access: 'public',
  path: '/connect/authorize',
} as const;

const responses = {
  200: {
    description:
      'An HTML page: that the request cannot be answered to the application, or a form that sends itself there.',
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
  },
  303: {
    description: 'The sign-in page, or the application with a code or an error.',
    body: null,
    headers: { Location: 'The address.' },
  },
} as const;

export const authorize = endpoint({
  ...shared,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: 'Ask a person to sign in for an application',
  description:
    'Returns to redirect_uri with code, state and iss, or with error. PKCE with S256 is required, but of legacy clients. A person who is signed in and has allowed the request returns at once.',
  query: z.object(authorizationParameters),
  responses,
  budget: { roundTrips: 8, readUnits: 12, writeUnits: 3 },
  example: {
    query: {
      client_id: '{{signInClientId}}',
      response_type: 'code',
      redirect_uri: '{{signInRedirectUri}}',
      scope: 'openid profile email',
      state: 'af0ifjsldkj',
      nonce: 'n-0S6_WzA2Mj',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    },
  },
});

export const submitAuthorization = endpoint({
  ...shared,
  method: 'POST',
  repeatable: true,
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: formBody(authorizationParameters),
  summary: 'Ask a person to sign in for an application, by a form',
  description: 'The same as the GET (OpenID Connect Core 3.1.2.1).',
  responses,
  refuses: ['INVALID_CLIENT'],
  budget: { roundTrips: 3, readUnits: 2, writeUnits: 4 },
  example: { body: authorize.example.query },
});

export const pushAuthorization = endpoint({
  area: 'identity',
  tags: ['Sign-in page'],
  access: { client: true },
  method: 'POST',
  path: '/connect/par',
  repeatable: true,
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: formBody({ ...authorizationParameters, ...clientParameters }),
  summary: 'Push an authorization request, before a person is sent here (RFC 9126)',
  description: `The reply's request_uri stands for the request in /connect/authorize, once and for ${pushedRequestSeconds} seconds.`,
  responses: {
    201: {
      description: 'The address of the request.',
      body: z
        .strictObject({ request_uri: z.string(), expires_in: z.int().meta({ description: 'Seconds.' }) })
        .meta({ id: 'PushedAuthorizationResponse' }),
    },
  },
  refuses: ['INVALID_CLIENT', 'INVALID_SCOPE', 'UNAUTHORIZED_CLIENT', 'INVALID_DPOP_PROOF'],
  budget: { roundTrips: 2, readUnits: 2, writeUnits: 3 },
  example: { body: { ...authorize.example.query, client_secret: '{{signInClientSecret}}' } },
});
