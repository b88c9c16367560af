// Providers as their own documentation shows them: what they publish, put into the ID token and say at userinfo. Hosts and
// names are changed, the members and their forms are not.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAddresses } from './provider.ts';
import { beginFederatedSignIn, completeFederatedSignIn } from './relying-party.ts';

interface KnownProvider {
  readonly source: string;
  readonly discovery: Readonly<Record<string, unknown>>;
  readonly idToken: Readonly<Record<string, unknown>>;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly isTrusted?: boolean;
  readonly addresses: readonly string[];
  /** Whether the client secret comes in the form. */
  readonly isPost?: boolean;
}

const providers: Readonly<Record<string, KnownProvider>> = {
  'Entra ID, version 2, with the optional claim email': {
    source:
      'https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference and /v2-protocols-oidc (sample of the configuration)',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      http_logout_supported: true,
      frontchannel_logout_supported: true,
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'acr',
        'nonce',
        'preferred_username',
        'name',
        'tid',
        'ver',
        'email',
      ],
    },
    idToken: {
      ver: '2.0',
      name: 'Abe Lincoln',
      email: 'abeli@example.org',
      preferred_username: 'AbeLi@example.org',
      oid: '00000000-0000-0000-66f3-3332eca7ea81',
      tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
      aio: 'Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6AIZ8jY',
    },
    userinfo: { name: 'Abe Lincoln', family_name: 'Lincoln', given_name: 'Abe', email: 'abeli@example.org' },
    isTrusted: true,
    addresses: ['abeli@example.org', 'AbeLi@example.org'],
  },
  'Entra ID, of a user without a mailbox': {
    source:
      'https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference (email is present only where the account has one)',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    },
    idToken: { ver: '2.0', name: 'Abe Lincoln', preferred_username: 'AbeLi@example.org', oid: 'o', tid: 't' },
    userinfo: { name: 'Abe Lincoln', family_name: 'Lincoln', given_name: 'Abe' },
    isTrusted: true,
    addresses: ['AbeLi@example.org'],
  },
  'Entra ID, version 1': {
    source:
      'https://learn.microsoft.com/entra/identity-platform/optional-claims-reference (upn and unique_name of version 1)',
    discovery: {},
    idToken: { ver: '1.0', upn: 'abeli@example.org', unique_name: 'abeli@example.org', oid: 'o', tid: 't' },
    isTrusted: true,
    addresses: ['abeli@example.org'],
  },
  Okta: {
    source:
      'https://developer.okta.com/docs/reference/api/oidc (ID token payload, userinfo and discovery examples)',
    discovery: {
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'none',
      ],
      claims_supported: [
        'iss',
        'sub',
        'aud',
        'iat',
        'exp',
        'auth_time',
        'amr',
        'idp',
        'nonce',
        'name',
        'preferred_username',
        'given_name',
        'family_name',
        'email',
        'email_verified',
      ],
    },
    // With an access token Okta puts only the base claims and the name into the ID token.
    idToken: {
      ver: 1,
      jti: 'ID.4eAWJOCMB3SX8XewDfVR',
      amr: ['pwd'],
      idp: '00ok1u7AsAkrwdZL3z0g3',
      name: 'John Doe',
      preferred_username: 'john.doe@example.org',
    },
    userinfo: {
      name: 'John Doe',
      nickname: 'Jimmy',
      given_name: 'John',
      family_name: 'Doe',
      preferred_username: 'john.doe@example.org',
      email: 'john.doe@example.org',
      email_verified: true,
      zoneinfo: 'America/Los_Angeles',
      updated_at: 1311280970,
    },
    addresses: ['john.doe@example.org'],
  },
  'Google Workspace': {
    source:
      'https://developers.google.com/identity/openid-connect/openid-connect (An ID token’s payload; discovery document)',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      claims_supported: [
        'aud',
        'email',
        'email_verified',
        'exp',
        'family_name',
        'given_name',
        'iat',
        'iss',
        'name',
        'picture',
        'sub',
      ],
    },
    idToken: {
      azp: 'rostrum',
      at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
      hd: 'example.org',
      email: 'jsmith@example.org',
      email_verified: 'true',
    },
    addresses: ['jsmith@example.org'],
  },
  PingOne: {
    source:
      'https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2/discovery-openid-configuration.html and userinfo; an environment whose application takes the secret by POST',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      claims_supported: [
        'iss',
        'aud',
        'sub',
        'exp',
        'iat',
        'auth_time',
        'email',
        'email_verified',
        'preferred_username',
      ],
    },
    idToken: { acr: 'Single_Factor', amr: ['pwd'], env: '2f0b', org: 'c1d2', sid: '0a1b2c3d' },
    userinfo: {
      preferred_username: 'joe@example.org',
      given_name: 'Joe',
      email: 'joe@example.org',
      email_verified: true,
      'p1.userId': 'u',
    },
    isPost: true,
    addresses: ['joe@example.org'],
  },
  Keycloak: {
    source:
      'https://www.keycloak.org/docs/latest/server_admin (client scopes profile and email) and /securing-apps/oidc-layers (endpoints)',
    discovery: {
      token_endpoint_auth_methods_supported: [
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
        'tls_client_auth',
        'client_secret_jwt',
      ],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    },
    idToken: {
      typ: 'ID',
      azp: 'rostrum',
      sid: '4d0d9c0b-2b9e-4c1e-8e3e-0a5b0a2d9b7c',
      acr: '1',
      email_verified: true,
      name: 'Ada King',
      preferred_username: 'ada',
      email: 'ada@example.org',
    },
    addresses: ['ada@example.org'],
  },
};

let issuer = '';
let current: KnownProvider;
let nonce = '';
let received: { readonly authorization: string | undefined; readonly form: URLSearchParams };
const keys = generateKeyPair('RS256');

const respond = async (path: string): Promise<unknown> => {
  const { privateKey, publicKey } = await keys;
  switch (path) {
    case '/.well-known/openid-configuration':
      return {
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{
          jwks_uri: `${issuer}/keys`,
          ...(current.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
        },
        ...{ response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] },
        ...current.discovery,
      };
    case '/keys':
      return { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] };
    case '/userinfo':
      return { sub: 'the-person', ...current.userinfo };
    default:
      return {
        ...{ access_token: 'one', token_type: 'Bearer', expires_in: 300 },
        id_token: await new SignJWT({ ...current.idToken, nonce })
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .setIssuer(issuer)
          .setAudience('rostrum')
          .setSubject('the-person')
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(privateKey),
      };
  }
};

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.url === '/token')
    received = {
      authorization: request.headers.authorization,
      form: new URLSearchParams(Buffer.concat(chunks).toString('utf8')),
    };
  const body = JSON.stringify(await respond(request.url ?? ''));
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
});

beforeAll(async () => {
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each(Object.entries(providers))('%s signs in a person of a domain of the tenant', async (_, provider) => {
  current = provider;
  const client = { issuer, clientId: 'rostrum', clientSecret: 'a secret' };
  const redirectUri = 'https://rostrum.test/connect/federation/callback';
  const { checks } = await beginFederatedSignIn(client, { redirectUri, stateName: 'an-interaction' });
  nonce = checks.nonce;
  const answer = new URL(redirectUri);
  answer.search = String(new URLSearchParams({ code: 'one', state: checks.state }));
  const { claims } = await completeFederatedSignIn(client, answer, checks);
  expect(received.form.has('client_secret')).toBe(provider.isPost ?? false);
  expect(received.authorization?.startsWith('Basic ') ?? false).toBe(!provider.isPost);
  const trust = { trustsAddresses: provider.isTrusted ?? false };
  expect(readAddresses(claims, trust, ['example.org'])).toEqual({ addresses: provider.addresses });
  // What a provider says of another domain proves nothing, whatever its claims are.
  expect(readAddresses(claims, trust, ['other.example'])).toEqual({ refusal: 'foreign-domain' });
});
