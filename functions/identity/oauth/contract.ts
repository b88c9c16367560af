// OAuth around the tokens: metadata, keys, introspection and revocation (RFC 8414, 7517, 7662, 7009).
import * as z from 'zod';
import { clientParameters, formBody } from '../../../shared/auth/sign-in/form.ts';
import { keySetMaxAge, PublicJwk } from '../../../shared/auth/tokens/keys.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

const shared = { area: 'identity', tags: ['OAuth'] } as const;

const Metadata = z
  .strictObject({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    userinfo_endpoint: z.string(),
    pushed_authorization_request_endpoint: z.string(),
    device_authorization_endpoint: z.string(),
    end_session_endpoint: z.string(),
    jwks_uri: z.string(),
    introspection_endpoint: z.string(),
    revocation_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    acr_values_supported: z.array(z.string()),
    claims_supported: z.array(z.string()),
    ui_locales_supported: z.array(z.string()),
    prompt_values_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
    dpop_signing_alg_values_supported: z.array(z.string()),
    backchannel_logout_supported: z.boolean(),
    backchannel_logout_session_supported: z.boolean(),
    request_parameter_supported: z.boolean(),
    request_uri_parameter_supported: z.boolean(),
    claims_parameter_supported: z.boolean(),
    require_pushed_authorization_requests: z.boolean(),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    introspection_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    revocation_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
  })
  .meta({ id: 'AuthorizationServerMetadata' });

const metadataEndpoint = {
  ...shared,
  access: 'public',
  method: 'GET',
  responses: {
    200: {
      description: 'The metadata.',
      body: Metadata,
      headers: { 'Cache-Control': `public, max-age=${keySetMaxAge}` },
    },
  },
  budget: { roundTrips: 0, readUnits: 0 },
  example: {},
} as const;

export const getAuthorizationServerMetadata = endpoint({
  ...metadataEndpoint,
  path: '/.well-known/oauth-authorization-server',
  summary: 'Get the authorization server metadata (RFC 8414)',
});

export const getOpenidConfiguration = endpoint({
  ...metadataEndpoint,
  path: '/.well-known/openid-configuration',
  summary: 'Get the metadata of the OpenID provider (OpenID Connect Discovery 1.0)',
});

export const getJwks = endpoint({
  ...shared,
  access: 'public',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys that verify tokens (RFC 7517)',
  description: `May be cached for ${keySetMaxAge} seconds: a key is published longer than that before it signs.`,
  responses: {
    200: {
      description:
        'The JWK Set: of ES256 and RS256 at least the key that signs and the one that will sign next.',
      body: z
        .strictObject({
          keys: z.array(PublicJwk.meta({ id: 'PublicKey' })),
        })
        .meta({ id: 'KeySet' }),
      headers: { 'Cache-Control': `public, max-age=${keySetMaxAge}` },
    },
  },
  budget: { roundTrips: 1, readUnits: 1 },
  example: {},
});

const tokenForm = formBody({
  token: z.string().max(16_000).meta({ description: 'The token.' }),
  token_type_hint: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Ignored: the form of a token says what it is.' }),
  ...clientParameters,
});

const clientEndpoint = {
  ...shared,
  access: { client: true },
  method: 'POST',
  bodyType: 'form',
  body: tokenForm,
  maxBodyBytes: 32_768,
  repeatable: true,
} as const;

export const introspectToken = endpoint({
  ...clientEndpoint,
  path: '/connect/introspect',
  summary: 'Introspect a token: whether it is active, and its claims (RFC 7662)',
  description:
    'For clients only, and only for tokens of their own tenant: any other token is reported as inactive.',
  responses: {
    200: {
      description: 'Exactly {"active": false}, or the claims of an active token.',
      body: z
        .strictObject({
          active: z.boolean(),
          scope: z.string().optional(),
          client_id: z.string().optional(),
          username: z.string().optional(),
          token_type: z.enum(['Bearer', 'DPoP']).optional(),
          cnf: z.strictObject({ jkt: z.string() }).optional(),
          exp: z.int().optional(),
          iat: z.int().optional(),
          sub: z.string().optional(),
          aud: z.string().optional(),
          iss: z.string().optional(),
          jti: z.string().optional(),
          tenant: z.string().optional(),
          auth_time: z
            .int()
            .optional()
            .meta({ description: 'When the person proved who they are (RFC 9470 6.2).' }),
          acr: z.string().optional(),
          amr: z.array(z.string()).optional(),
          person_id: z.string().optional(),
        })
        .meta({ id: 'Introspection' }),
    },
  },
  refuses: ['INVALID_CLIENT'],
  budget: { roundTrips: 3, readUnits: 4 },
  example: {
    body: {
      token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
      client_id: '{{clientId}}',
      client_secret: '{{clientSecret}}',
    },
  },
});

export const revokeToken = endpoint({
  ...clientEndpoint,
  path: '/connect/revocation',
  summary: 'Revoke a token (RFC 7009)',
  description:
    'A client revokes its own tokens: an access token that came from a grant, and a refresh token, end with the whole grant. A token of a user is revoked with client_id=rostrum-sign-in, which has no secret: ' +
    'anyone who has the token may revoke it. The reply for unknown, expired and revoked tokens is 200 too.',
  responses: { 200: { description: 'The token is no longer active.', body: null } },
  refuses: ['INVALID_CLIENT', 'UNAUTHORIZED_CLIENT', 'SERVICE_BUSY'],
  budget: { roundTrips: 5, readUnits: 4, writeUnits: 4 },
  example: {
    body: { token: 'unknown', client_id: '{{clientId}}', client_secret: '{{clientSecret}}' },
  },
});
