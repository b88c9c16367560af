// Where the identity provider of a tenant sends people back (docs/interface/identity.md#federation).
import * as z from 'zod';
import { formBody } from '../../../../shared/auth/sign-in/form.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { TenantCodeText } from '../../administration/administration.ts';

const text = (maximum: number) => z.string().max(maximum).optional();

/** An address to which a provider sends people back: what the two of them share. */
export const providerCallback = {
  area: 'identity',
  tags: ['Sign-in page'],
  access: 'public',
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  query: z.object({
    code: text(4000),
    state: text(500),
    iss: text(500),
    session_state: text(500),
    error: text(200),
    error_description: text(2000),
    error_uri: text(1000),
  }),
  responses: {
    200: {
      description: 'An HTML page that says that the sign-in is over.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
    303: {
      description: 'The next page: that of the sign-in, which says why nobody is signed in, or what follows.',
      body: null,
      headers: { Location: 'The address.' },
    },
  },
  refuses: ['SERVICE_BUSY'],
  budget: { roundTrips: 20, readUnits: 24, writeUnits: 34 },
  example: { query: { state: 'bm8tc3VjaC1pbnRlcmFjdA.one', error: 'access_denied' } },
} as const;

export const completeFederation = endpoint({
  ...providerCallback,
  path: '/connect/federation/callback',
  summary: "Go on with a sign-in that a tenant's own identity provider has done",
});

export const receiveProviderLogout = endpoint({
  area: 'identity',
  tags: ['Federation'],
  access: 'public',
  method: 'POST',
  path: '/connect/federation/logout/{code}',
  summary: "Take a logout token of a tenant's own identity provider (OpenID Connect Back-Channel Logout 1.0)",
  description:
    'For the provider alone. Ends the sessions here that began in its session (`sid`), or as its person (`sub`) where no session is named, with the access tokens of the applications, which are notified. The reply is 200 also where no session is left, and where the tenant has no provider.',
  params: z.object({ code: TenantCodeText }),
  repeatable: true,
  ifMatch: 'ignored',
  bodyType: 'form',
  maxBodyBytes: 20_480,
  body: formBody({
    logout_token: z.string().max(16_000).meta({ description: 'A JWT that the provider has signed.' }),
  }),
  responses: { 200: { description: 'The sessions have ended.', body: null } },
  refuses: ['INVALID_LOGOUT_TOKEN'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { code: '{{tenantCode}}' }, body: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' } },
});
