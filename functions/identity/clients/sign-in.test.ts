// What a client's sign-in may be: its addresses (RFC 6749 3.1.2, RFC 8252 7) and what goes together.
import { describe, expect, it } from 'vitest';
import { noSignIn } from '../../../shared/auth/clients/clients.ts';
import { listSignInFaults, parseSignIn, presentSignIn, type SignInInput } from './sign-in.ts';

const address = 'https://app.example/back';
const complete: SignInInput = { redirectUris: [address] };
const listFaults = (input: SignInInput) =>
  listSignInFaults({ ...complete, ...input }).map(({ target, message }) => [target, message]);

describe('an address', () => {
  const absolute = 'must be an absolute URL without wildcards';
  const kind =
    "must be an https URL, an http URL of the own machine, or in the scheme of a public client's app (RFC 8252 7)";
  const credentials = 'must have no user name or password';
  const fragment = 'must have no fragment (RFC 6749 3.1.2)';

  it.each([
    'https://app.example/back?a=b',
    'http://localhost:3000/back',
    'http://127.0.0.1/back',
    'http://127.255.10.10:1/back',
    'http://[::1]:3000/back',
  ])('may be %s', (each) =>
    expect(listFaults({ redirectUris: [each], postLogoutRedirectUris: [each] })).toEqual([]),
  );

  it.each([
    ['/back', absolute],
    ['https://*.app.example/back', absolute],
    ['https://app.example/a b', absolute],
    ['https://app.example\\back', absolute],
    ['https://app.example/back#part', fragment],
    ['https://app.example/back#', fragment],
    ['https://user@app.example/', credentials],
    ['https://:secret@app.example/', credentials],
    ['http://app.example/back', kind],
    ['http://127.0.0.1.example/back', kind],
    ['http://localhost.example/back', kind],
    ['ftp://localhost/back', kind],
    ['com.example.app:/back', kind],
  ])('may not be %s: it %s', (each, fault) => {
    const faults = (name: string) => [`${name}[1]`, `${name}[1] ${fault}.`];
    expect(listFaults({ redirectUris: [address, each], postLogoutRedirectUris: [address, each] })).toEqual([
      faults('redirectUris'),
      faults('postLogoutRedirectUris'),
    ]);
  });

  it.each([
    ['com.example.app:/back', true],
    ['com.example.my-app+1:/back', true],
    ['app:/back', false],
    ['app-with-dash:/back', false],
    ['javascript:alert(1)', false],
    ['http://app.example/back', false],
  ])(
    "of a public client's app may be in a scheme with a domain (RFC 8252 7.1): %s, %s",
    (each, isAllowed) => {
      expect(listFaults({ clientType: 'public', redirectUris: [each] })).toHaveLength(isAllowed ? 0 : 1);
    },
  );

  it('for logout tokens must not lead to the inside', () => {
    expect(listFaults({ backchannelLogoutUri: 'https://app.example/logout' })).toEqual([]);
    expect(listFaults({ backchannelLogoutUri: 'https://10.0.0.1/logout' })).toEqual([
      ['backchannelLogoutUri', 'backchannelLogoutUri must be a public address.'],
    ]);
  });
});

describe('a sign-in', () => {
  it.each<[string, SignInInput, string | undefined]>([
    ['of a public client', { clientType: 'public' }, undefined],
    [
      'of a public client with its own grant',
      { clientType: 'public', grantTypes: ['authorization_code', 'client_credentials'] },
      'grantTypes of a public client cannot include client_credentials: it has no secret.',
    ],
    [
      'of a confidential client with its own grant',
      { grantTypes: ['authorization_code', 'client_credentials'] },
      undefined,
    ],
    ['with refresh tokens', { grantTypes: ['authorization_code', 'refresh_token'] }, undefined],
    [
      'with refresh tokens alone',
      { grantTypes: ['refresh_token'] },
      'grantTypes must include authorization_code or urn:ietf:params:oauth:grant-type:device_code beside refresh_token.',
    ],
    [
      'without an address',
      { redirectUris: [] },
      'redirectUris must name at least one address for the grant authorization_code.',
    ],
    [
      'without an address for its own grant',
      { redirectUris: [], grantTypes: ['client_credentials'] },
      undefined,
    ],
    ['of a legacy client', { isLegacy: true }, undefined],
    [
      'of a public legacy client',
      { isLegacy: true, clientType: 'public' },
      'isLegacy is for confidential clients only.',
    ],
    [
      'of a legacy client that pushes its requests',
      { isLegacy: true, requiresPushedRequests: true },
      'isLegacy does not go with requiresPushedRequests.',
    ],
    ['with pushed requests', { requiresPushedRequests: true }, undefined],
    ['of a first-party client in any workspace', { workspaces: 'any', isFirstParty: true }, undefined],
    [
      'of another client in any workspace',
      { workspaces: 'any' },
      'workspaces can be any for first-party clients only.',
    ],
  ])('%s: %s', (_, input, message) => {
    expect(listFaults(input).map(([, text]) => text)).toEqual(message === undefined ? [] : [message]);
  });

  it('has the grant authorization_code and the defaults where nothing else is sent', () => {
    expect(parseSignIn({ ...complete, isLegacy: undefined })).toStrictEqual({
      ...noSignIn,
      grantTypes: ['authorization_code'],
      redirectUris: [address],
      idTokenSignedResponseAlg: 'RS256',
    });
    expect(presentSignIn(parseSignIn(complete))).toStrictEqual(parseSignIn(complete));
  });

  it('is refused with everything that is wrong', () => {
    expect(() => parseSignIn({ redirectUris: ['/back'], workspaces: 'any' })).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [
          expect.objectContaining({ code: 'NOT_ALLOWED', target: 'redirectUris[0]' }),
          expect.objectContaining({ code: 'NOT_ALLOWED', target: 'workspaces' }),
        ],
      }),
    );
  });
});
