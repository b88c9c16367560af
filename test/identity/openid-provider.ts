// An OpenID Connect provider by somebody else (oidc-provider) on a port of its own, and a browser that signs in there.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  signInAs(login: string, start: string): Promise<URL>;
  stop(): Promise<void>;
}

/** Starts the provider with one client, whose people come back to this address. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => {
    if (!provider.intercept?.(request, response)) handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: TestProvider = {
    issuer,
    clientId: 'rostrum',
    clientSecret: 'a secret of thirty-two characters',
    intercept: undefined,
    claims: (login) => ({ email: `${login}@example.org`, email_verified: true, groups: ['board'] }),
    signInAs: (login, start) => signInAs(login, start, redirectUri),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  // @ts-expect-error It has no types of its own.
  const { Provider } = await import('oidc-provider');
  handle = new Provider(issuer, {
    clients: [
      {
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        redirect_uris: [redirectUri],
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
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['a key for the test'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...provider.claims(id) }),
    }),
  }).callback();
  return provider;
}

/** A browser with cookies, which follows the provider's pages as far as the address of the platform. */
async function signInAs(login: string, start: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
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
      if (url.href.startsWith(redirectUri)) return url;
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`No form: ${page.slice(0, 300)}`);
    url = new URL(action, url);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
  }
  throw new Error('The provider did not send the browser back');
}
