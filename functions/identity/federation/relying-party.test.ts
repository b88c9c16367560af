// Signing in through a provider by somebody else (oidc-provider), and through one that does not keep to the rules.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NonPublicAddressError } from '../../../shared/webhooks/target.ts';
import { startProvider, type TestProvider } from '../../../test/identity/openid/openid-provider.ts';
import { beginFederatedSignIn, completeFederatedSignIn } from './relying-party.ts';

const redirectUri = 'https://rostrum.test/identity/connect/federation/callback';
const request = { redirectUri, stateName: 'an-interaction' };

let provider: TestProvider;
beforeAll(async () => {
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  provider = await startProvider(redirectUri);
});
afterAll(() => provider.stop());

describe('a sign-in through the provider', () => {
  it('gives the claims of the person, with PKCE, state and nonce', async () => {
    const { url, checks } = await beginFederatedSignIn(provider, {
      ...request,
      loginHint: 'grace@example.org',
    });
    const sent = new URL(url).searchParams;
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect([sent.get('state'), sent.get('nonce')]).toEqual([checks.state, checks.nonce]);
    expect(sent.get('login_hint')).toBe('grace@example.org');
    const answer = await provider.signInAs('grace', url);
    const { claims } = await completeFederatedSignIn(provider, answer, checks);
    expect(claims).toMatchObject({
      sub: 'grace',
      email: 'grace@example.org',
      email_verified: true,
      groups: ['board'],
    });
    // A code works once.
    await expect(completeFederatedSignIn(provider, answer, checks)).rejects.toThrow();
  });

  it('is refused with another state, nonce, verifier or issuer in the answer', async () => {
    const { url, checks } = await beginFederatedSignIn(provider, request);
    const answer = await provider.signInAs('grace', url);
    const mixedUp = new URL(answer);
    mixedUp.searchParams.set('iss', 'https://another.example');
    await expect(completeFederatedSignIn(provider, mixedUp, checks)).rejects.toThrow();
    const forged = { ...checks, state: 'another' };
    await expect(completeFederatedSignIn(provider, answer, forged)).rejects.toThrow();
    const replayed = { ...checks, nonce: 'another' };
    await expect(completeFederatedSignIn(provider, answer, replayed)).rejects.toThrow();
    const again = await beginFederatedSignIn(provider, request);
    const other = await provider.signInAs('grace', again.url);
    const stolen = { ...again.checks, codeVerifier: checks.codeVerifier };
    await expect(completeFederatedSignIn(provider, other, stolen)).rejects.toThrow();
  });

  it('is refused where the provider does not say that the person proved who they are in time', async () => {
    const age = { maxAge: 300, mustRepeat: true };
    const { url, checks } = await beginFederatedSignIn(provider, { ...request, age });
    const sent = new URL(url).searchParams;
    expect([sent.get('max_age'), sent.get('prompt')]).toEqual(['300', 'login']);
    const { claims: recent } = await completeFederatedSignIn(
      provider,
      await provider.signInAs('grace', url),
      checks,
    );
    expect(recent.auth_time).toEqual(expect.any(Number));
    // This one requested nothing, so that its ID token says nothing of the time.
    const plain = await beginFederatedSignIn(provider, request);
    const answer = await provider.signInAs('grace', plain.url);
    await expect(
      completeFederatedSignIn(provider, answer, { ...plain.checks, maxAge: 300 }),
    ).rejects.toThrow();
  });

  it('reports that the person did not go on', async () => {
    const { checks } = await beginFederatedSignIn(provider, request);
    const answer = new URL(redirectUri);
    answer.search = String(
      new URLSearchParams({ error: 'access_denied', state: checks.state, iss: provider.issuer }),
    );
    await expect(completeFederatedSignIn(provider, answer, checks)).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('a provider that does not keep to the rules', () => {
  const answerWith = (path: string, status: number, body: string, headers: Record<string, string> = {}) => {
    provider.intercept = (request, response) => {
      if (request.url !== path) return false;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
      return true;
    };
  };
  const configuration = '/.well-known/openid-configuration';
  const begin = () => beginFederatedSignIn(provider, request).finally(() => (provider.intercept = undefined));

  it('and names another issuer is refused', async () => {
    answerWith(configuration, 200, JSON.stringify({ issuer: 'https://another.example' }));
    await expect(begin()).rejects.toThrow();
  });

  it('and redirects to an internal address is refused, and nothing is sent there', async () => {
    const reached: (string | undefined)[] = [];
    provider.intercept = (request, response) => {
      reached.push(request.url);
      if (request.url === configuration) response.writeHead(302, { Location: '/latest/meta-data' }).end();
      else response.writeHead(200).end('{}');
      return true;
    };
    await expect(begin()).rejects.toThrow();
    expect(reached).toEqual([configuration]);
  });

  it('and sends without end is refused', async () => {
    answerWith(configuration, 200, `"${'x'.repeat(2 * 1024 * 1024)}"`);
    await expect(begin()).rejects.toThrow();
  });

  it('and names an internal token endpoint gets no code', async () => {
    const { checks } = await beginFederatedSignIn(provider, request);
    const metadata = {
      issuer: provider.issuer,
      token_endpoint: 'https://169.254.169.254/token',
      jwks_uri: `${provider.issuer}/jwks`,
      authorization_response_iss_parameter_supported: false,
    };
    answerWith(configuration, 200, JSON.stringify(metadata));
    const answer = new URL(redirectUri);
    answer.search = String(new URLSearchParams({ code: 'one', state: checks.state }));
    await expect(
      completeFederatedSignIn(provider, answer, checks).finally(() => (provider.intercept = undefined)),
    ).rejects.toSatisfy(
      (error: Error) =>
        error instanceof NonPublicAddressError || error.cause instanceof NonPublicAddressError,
    );
  });
});

it.each(['http://127.0.0.1.nip.example', 'https://10.0.0.7', 'https://localhost', 'https://intranet'])(
  'a provider at %s is never called',
  async (issuer) => {
    const allowed = process.env.WEBHOOKS_TO_LOOPBACK;
    delete process.env.WEBHOOKS_TO_LOOPBACK;
    try {
      await expect(beginFederatedSignIn({ ...provider, issuer }, request)).rejects.toThrow();
    } finally {
      if (allowed !== undefined) process.env.WEBHOOKS_TO_LOOPBACK = allowed;
    }
  },
);
