// Proves that ready-made OAuth clients work with the token endpoint, introspection and revocation, unmodified.
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { demoClient } from '../tenants/demo.ts';

let platform: TestPlatform;
let credentials: { readonly client_id: string; readonly client_secret: string };
beforeAll(async () => {
  platform = await startPlatform();
  credentials = demoClient(platform, 'demo');
});
afterAll(() => platform.stop());

const people = (token: string) =>
  platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', { tenant: 'demo', token });

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  it.each([
    ['HTTP Basic', oauth.ClientSecretBasic],
    ['the form', oauth.ClientSecretPost],
  ] as const)('discovers, gets a token with the secret by %s, introspects and revokes it', async (_, by) => {
    const issuer = new URL(platform.urls.identity);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...insecure }),
    );
    const client = { client_id: credentials.client_id };
    const proof = by(credentials.client_secret);
    const granted = await oauth.processClientCredentialsResponse(
      server,
      client,
      await oauth.clientCredentialsGrantRequest(
        server,
        client,
        proof,
        { scope: 'crm.people.read' },
        insecure,
      ),
    );
    expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'crm.people.read' });
    expect((await people(granted.access_token)).status).toBe(200);

    const introspect = async () =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, proof, granted.access_token, insecure),
      );
    expect(await introspect()).toMatchObject({
      active: true,
      client_id: credentials.client_id,
      scope: 'crm.people.read',
      tenant: 'demo',
    });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, proof, granted.access_token, insecure),
    );
    expect(await introspect()).toEqual({ active: false });
    expect((await people(granted.access_token)).status).toBe(401);
  });

  it('verifies the token as a resource server by the published keys (RFC 9068)', async () => {
    const issuer = new URL(platform.urls.identity);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...insecure }),
    );
    const client = { client_id: credentials.client_id };
    const granted = await oauth.processClientCredentialsResponse(
      server,
      client,
      await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(credentials.client_secret),
        {},
        insecure,
      ),
    );
    const request = new Request('https://rostrum.test/', {
      headers: { Authorization: `Bearer ${granted.access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, request, 'rostrum', insecure);
    expect(claims).toMatchObject({ sub: credentials.client_id, tenant: 'demo' });
  });

  it('reports a wrong secret as invalid_client', async () => {
    const server = { issuer: platform.urls.identity, token_endpoint: `${platform.urls.crm}/oauth/token` };
    const client = { client_id: credentials.client_id };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic('wrong'),
      {},
      insecure,
    );
    expect(response.status).toBe(401);
    await expect(oauth.processClientCredentialsResponse(server, client, response)).rejects.toMatchObject({
      cause: [{ scheme: 'basic' }],
    });
  });
});

describe('openid-client', () => {
  it('discovers, gets a token, introspects and revokes it', async () => {
    const config = await openid.discovery(
      new URL(platform.urls.identity),
      credentials.client_id,
      credentials.client_secret,
      undefined,
      { execute: [openid.allowInsecureRequests] },
    );
    const granted = await openid.clientCredentialsGrant(config, { scope: 'crm.people.read' });
    expect(granted.expiresIn()).toBeGreaterThan(3500);
    expect((await people(granted.access_token)).status).toBe(200);
    expect(await openid.tokenIntrospection(config, granted.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, granted.access_token);
    expect(await openid.tokenIntrospection(config, granted.access_token)).toEqual({ active: false });
  });

  it('reads an error of the token endpoint', async () => {
    const config = await openid.discovery(
      new URL(platform.urls.identity),
      credentials.client_id,
      credentials.client_secret,
      undefined,
      { execute: [openid.allowInsecureRequests] },
    );
    await expect(openid.clientCredentialsGrant(config, { scope: 'crm.people.write' })).rejects.toMatchObject({
      error: 'invalid_scope',
      status: 400,
    });
  });
});

describe('simple-oauth2', () => {
  it.each(['header', 'body'] as const)(
    'gets a token with the secret in the %s and revokes it',
    async (method) => {
      const client = new ClientCredentials({
        client: { id: credentials.client_id, secret: credentials.client_secret },
        auth: {
          tokenHost: platform.address,
          tokenPath: '/crm/oauth/token',
          revokePath: '/identity/connect/revocation',
        },
        options: { authorizationMethod: method },
      });
      const granted = await client.getToken({ scope: ['crm.people.read', 'crm.organizations.read'] });
      expect(granted.token).toMatchObject({
        token_type: 'Bearer',
        scope: 'crm.people.read crm.organizations.read',
      });
      expect((await people(String(granted.token.access_token))).status).toBe(200);
    },
  );
});
