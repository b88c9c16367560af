// Signing out (docs/interface/identity.md#signing-out; OpenID Connect RP-Initiated Logout 1.0).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { ownFormBody } from '../../pages/page-contract.ts';

const page = {
  area: 'identity',
  tags: ['Sign-in page'],
  access: 'public',
  responses: {
    200: {
      description: 'An HTML page: that the person is signed out, or the question whether they want to be.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
    303: { description: 'The address to return to.', body: null, headers: { Location: 'The address.' } },
  },
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 20 },
} as const;

const logoutParameters = {
  id_token_hint: z.string().max(16_000).optional().meta({
    description:
      'An ID token of the person, which may have expired: with that of the session, nobody is asked.',
  }),
  client_id: z.string().max(100).optional(),
  post_logout_redirect_uri: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'One of the registered addresses of the client, exactly.' }),
  state: z.string().max(4000).optional().meta({ description: 'Returned as it was sent.' }),
  logout_hint: z.string().max(500).optional(),
  ui_locales: z.string().max(2000).optional(),
};

export const endSession = endpoint({
  ...page,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  path: '/connect/endsession',
  summary: 'Sign a person out for an application',
  description:
    'Ends the session of the browser, and the access tokens that applications got in it. Tokens for the absence of the person stay; the application revokes them. Without a fitting id_token_hint the person is asked first.',
  query: z.object(logoutParameters),
  example: { query: { client_id: '{{signInClientId}}', post_logout_redirect_uri: '{{signOutReturnUrl}}' } },
});

export const submitEndSession = endpoint({
  ...page,
  method: 'POST',
  repeatable: true,
  path: '/connect/endsession',
  summary: 'Sign a person out, by a form',
  description:
    'The same as the GET, for applications; the form of its page sends action=confirm, with the token that the page has for the browser.',
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: ownFormBody({ ...logoutParameters, action: z.string().max(50).optional() }),
  example: { body: { client_id: '{{signInClientId}}' } },
});

export const completeSignOut = endpoint({
  ...page,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  path: '/connect/endsession/callback',
  summary: "Come back from a sign-out at a tenant's own identity provider",
  description:
    'The browser that was sent there goes on to the address of the application, once and within ten minutes; any other one sees that nobody is signed in.',
  budget: { roundTrips: 2, readUnits: 4, writeUnits: 2 },
  query: z.object({
    state: z.string().max(500).optional().meta({ description: 'As the provider was sent it.' }),
  }),
  example: { query: { state: 'bm8tc3VjaC1pbnRlcmFjdA' } },
});

export const signOut = endpoint({
  ...page,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  path: '/Account/SignOut',
  summary: 'Sign a person out, as existing callers do',
  description:
    'Ends the session and returns to ReturnUrl, which a client must have registered. With any other address the person is asked first, and stays here.',
  query: z.object({
    ReturnUrl: z.string().max(2000).optional().meta({ description: 'A registered address, exactly.' }),
  }),
  example: { query: { ReturnUrl: '{{signOutReturnUrl}}' } },
});
