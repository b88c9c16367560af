// Which address an authorization request may name: a registered one, compared exactly (RFC 9700 2.1, RFC 8252 7.3).
import { describe, expect, it } from 'vitest';
import { type ClientItem, type ClientSignIn, noSignIn } from '../../../../shared/auth/clients/clients.ts';
import { buildClient } from '../../clients/client.ts';
import { findRedirectUri } from './redirect-uri.ts';

const createClient = (signIn: Partial<ClientSignIn>): ClientItem => ({
  ...buildClient({ id: 'c', name: 'App', tenantCode: 'quill', scopes: [] }, new Date('2027-03-01T12:00:00Z')),
  signIn: { ...noSignIn, ...signIn },
});

const registered = 'https://app.example/back?page=1';
const website = createClient({ redirectUris: ['https://app.example/first', registered] });

const isFound = (client: ClientItem, address: string, others: Readonly<Record<string, string>> = {}) =>
  findRedirectUri(client, { ...others, redirect_uri: address }) === address;

describe('a redirect address', () => {
  it('is one that is registered, character by character', () => {
    expect(findRedirectUri(website, { redirect_uri: registered })).toBe(registered);
    expect(findRedirectUri(website, { redirect_uri: 'https://app.example/first' })).toBe(
      'https://app.example/first',
    );
  });

  it.each([
    'https://app.example/back',
    'https://app.example/back?page=1&more=2',
    'https://app.example/back?page=1#part',
    'https://APP.example/back?page=1',
    'https://app.example:443/back?page=1',
    'https://app.example/first/',
    'https://app.example/other/../first',
    'https://app.example.evil.example/first',
    'http://app.example/first',
    '',
  ])('is not %s, which is not registered', (address) => {
    expect(findRedirectUri(website, { redirect_uri: address })).toBeUndefined();
  });

  it('must be named, also where only one is registered (OpenID Connect Core 3.1.2.1)', () => {
    expect(findRedirectUri(createClient({ redirectUris: [registered] }), {})).toBeUndefined();
  });
});

describe("the loopback address of a public client's app", () => {
  const app = createClient({
    clientType: 'public',
    redirectUris: ['http://127.0.0.1/back', 'http://[::1]:7000/back', 'https://app.example/back'],
  });

  it.each([
    'http://127.0.0.1:50123/back',
    'http://127.0.0.1/back',
    'http://[::1]:8080/back',
    'http://[::1]/back',
  ])('may have any port: %s (RFC 8252 7.3)', (address) => expect(isFound(app, address)).toBe(true));

  it.each([
    'http://127.0.0.1:50123/other',
    'http://127.0.0.1:50123/back?a=b',
    'http://127.0.0.2:50123/back',
    'http://localhost:50123/back',
    'https://127.0.0.1:50123/back',
    'https://app.example:8443/back',
    'app://127.0.0.1/back',
    'http://127.0.0.1:50123/back\r\nSet-Cookie: a=b',
    'http://127.0.0.1:50123/ba\tck',
    ' http://127.0.0.1:50123/back',
    'http://127.0.0.1:50123/other/../back',
    'http://127.0.0.1:70000/back',
    'http://127.0.0.1:50123@evil.example/back',
    'no address',
  ])('may not be %s', (address) => expect(isFound(app, address)).toBe(false));

  it('has its registered port for a confidential client', () => {
    const server = createClient({ redirectUris: ['http://127.0.0.1/back'] });
    expect(isFound(server, 'http://127.0.0.1/back')).toBe(true);
    expect(isFound(server, 'http://127.0.0.1:50123/back')).toBe(false);
  });

  it('has its registered port where it is named localhost (RFC 8252 8.3)', () => {
    const named = createClient({ clientType: 'public', redirectUris: ['http://localhost:1/back'] });
    expect(isFound(named, 'http://localhost:2/back')).toBe(false);
    expect(isFound(named, 'http://localhost:1/back')).toBe(true);
  });
});

describe('an address that a legacy client did not encode (docs/interface/identity.md#legacy-clients)', () => {
  const full = 'https://old.example/back?a=1&b=2&c=3';
  const legacy = createClient({ isLegacy: true, redirectUris: ['https://old.example/back?x=1', full] });
  const sent = { redirect_uri: 'https://old.example/back?a=1', b: '2', c: '3' };

  it('is the registered one whose other parameters came as those of the request', () => {
    expect(findRedirectUri(legacy, sent)).toBe(full);
  });

  it('is none where one of these is missing or different', () => {
    expect(findRedirectUri(legacy, { ...sent, c: undefined })).toBeUndefined();
    expect(findRedirectUri(legacy, { ...sent, b: '3' })).toBeUndefined();
    expect(
      findRedirectUri(legacy, { ...sent, redirect_uri: 'https://old.example/back?a=2' }),
    ).toBeUndefined();
    expect(findRedirectUri(legacy, { redirect_uri: 'https://old.example/back?x=' })).toBeUndefined();
  });

  it('is none of another client', () => {
    expect(findRedirectUri(createClient({ redirectUris: [full] }), sent)).toBeUndefined();
  });
});
