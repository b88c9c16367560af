// An OpenID Connect provider by somebody else (oidc-provider) on a port of its own, and a browser that signs in there.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What happens before the provider's own code: true where the request is answered. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  intercept: Intercept | undefined;
  /** The claims of a person by the name they sign in with; a verified address of example.org by default. */
  claims: (login: string) => Record<string, unknown>;
  /** Signs in from this address on; the address of the platform to which the browser is sent back. */
  signInAs(login: string, start: string, cookies?: Map<string, string>): Promise<URL>;
  /** Signs out from this address on, in the browser with these cookies; where it is in the end. */
  signOut(start: string, cookies: Map<string, string>): Promise<URL>;
  /** A logout token with these claims in place of the usual ones, signed by the provider's key unless another one is named. */
  signLogout(claims: object, header?: object, key?: CryptoKey | Uint8Array): Promise<string>;
  /** The ID tokens that it has given, in their order. */
  readonly idTokens: string[];
  /** The paths of the requests that have arrived, in their order. */
  readonly requested: string[];
  stop(): Promise<void>;
}

/**
 * Starts the provider with one client, whose people come back to this address.
 * @param logoutUri where it sends logout tokens; nowhere by default
 */
export async function startProvider(redirectUri: string, logoutUri?: string): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => {
    provider.requested.push(request.url ?? '');
    if (!provider.intercept?.(request, response)) handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const returnUri = redirectUri.replace('/connect/federation/callback', '/connect/endsession/callback');
  const provider: TestProvider = {
    issuer,
    clientId: 'rostrum',
    clientSecret: 'a secret of thirty-two characters',
    intercept: undefined,
    claims: (login) => ({ email: `${login}@example.org`, email_verified: true, groups: ['board'] }),
    signInAs: (login, start, cookies = new Map()) =>
      follow(start, cookies, [redirectUri], { login, password: 'any' }),
    signOut: (start, cookies) => follow(start, cookies, [returnUri, `${issuer}/session/end/success`]),
    async signLogout(claims, header = {}, key = privateKey) {
      const { kid } = await exportPublicKey(publicKey);
      const iat = Math.floor(Date.now() / 1000);
      const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const usual = { iss: issuer, aud: 'rostrum', iat, exp: iat + 120, jti: randomUUID(), events: event };
      const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
      return new SignJWT(Object.fromEntries(all))
        .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid, ...header })
        .sign(key);
    },
    idTokens: [],
    requested: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  // @ts-expect-error It has no types of its own.
  const { Provider } = await import('oidc-provider');
  const openidProvider = new Provider(issuer, {
    clients: [
      {
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [returnUri],
        ...(logoutUri && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'preferred_username'],
    },
    pkce: { required: () => true },
    // Its own guard against internal addresses is what the platform under test stands behind here.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...(await exportPublicKey(publicKey)) }] },
    cookies: { keys: ['a key for the test'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...provider.claims(id) }),
    }),
  });
  openidProvider.on('grant.success', ({ body }: { body: { id_token?: string } }) => {
    provider.idTokens.push(body.id_token ?? '');
  });
  handle = openidProvider.callback();
  return provider;
}

/** A public key as it is published. */
const exportPublicKey = async (key: CryptoKey) => ({
  ...(await exportJWK(key)),
  kid: 'the-key-of-the-provider',
  alg: 'RS256',
  use: 'sig',
});

/** A browser with cookies, which follows the provider's pages and sends their forms, as far as one of these addresses. */
async function follow(
  start: string,
  cookies: Map<string, string>,
  ends: readonly string[],
  login: Readonly<Record<string, string>> = {},
): Promise<URL> {
  let url = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    form = undefined;
    if (location !== null) {
      url = new URL(location, url);
      if (ends.some((end) => url.href.startsWith(end))) return url;
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const [, name = '', value = ''] = /name="(prompt|xsrf)" value="([^"]+)"/.exec(page) ?? [];
    if (action === undefined || name === '') throw new Error(`No form: ${page.slice(0, 300)}`);
    url = new URL(action, url);
    form = new URLSearchParams({
      [name]: value,
      ...(name === 'xsrf' && { logout: 'yes' }),
      ...(value === 'login' && login),
    });
  }
  throw new Error('The provider did not send the browser back');
}
