// Which authorization requests are valid, and why others are refused (RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2).
import { describe, expect, it } from 'vitest';
import { type ClientSignIn, noSignIn } from '../../../../shared/auth/clients/clients.ts';
import { buildClient } from '../../clients/client.ts';
import { type ReadRequest, readAuthorizationRequest } from './authorization-request.ts';
import type { Parameters } from './redirect-uri.ts';

const redirectUri = 'https://app.example/back';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const createClient = (signIn: Partial<ClientSignIn> = {}) => ({
  ...buildClient(
    { id: 'app', name: 'App', tenantCode: 'quill', scopes: ['UsersAPI'] },
    new Date('2027-03-01T12:00:00Z'),
  ),
  signIn: {
    ...noSignIn,
    grantTypes: ['authorization_code'],
    redirectUris: [redirectUri],
    ...signIn,
  } as const,
});

const valid: Parameters = {
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid UsersAPI',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

const read = (parameters: Parameters = {}, signIn: Partial<ClientSignIn> = {}): ReadRequest =>
  readAuthorizationRequest(createClient(signIn), { ...valid, ...parameters });

const findError = (request: ReadRequest) =>
  request.kind === 'refused' ? [request.error.error, request.error.description] : request.kind;

describe('a valid request', () => {
  it('has what was sent, with defaults for what is absent', () => {
    expect(read()).toEqual({
      kind: 'valid',
      request: {
        redirectUri,
        responseMode: 'query',
        state: undefined,
        clientId: 'app',
        scopes: ['openid', 'UsersAPI'],
        nonce: undefined,
        codeChallenge: challenge,
        dpopJkt: undefined,
        prompt: [],
        maxAge: undefined,
        loginHint: undefined,
        acrValues: [],
        tenantCode: undefined,
      },
    });
  });

  it('has every parameter that was sent', () => {
    const request = read({
      response_mode: 'form_post',
      state: 's',
      nonce: 'n',
      dpop_jkt: challenge,
      prompt: 'login consent',
      max_age: '300',
      login_hint: 'ada',
      acr_values: 'urn:one tenant:QUILL urn:two',
    });
    expect(request).toMatchObject({
      kind: 'valid',
      request: {
        responseMode: 'form_post',
        state: 's',
        nonce: 'n',
        dpopJkt: challenge,
        prompt: ['login', 'consent'],
        maxAge: 300,
        loginHint: 'ada',
        acrValues: ['urn:one', 'urn:two'],
        tenantCode: 'quill',
      },
    });
  });

  it.each(['query', 'fragment', 'form_post'])('may be answered by %s', (mode) => {
    expect(read({ response_mode: mode })).toMatchObject({ request: { responseMode: mode } });
  });

  it.each(['none', 'login', 'consent', 'select_account'])('may have the prompt %s', (prompt) => {
    expect(read({ prompt })).toMatchObject({ kind: 'valid', request: { prompt: [prompt] } });
  });

  it.each(['0', '999999999'])('may ask for a sign-in within %s seconds', (maxAge) => {
    expect(read({ max_age: maxAge })).toMatchObject({ request: { maxAge: Number(maxAge) } });
  });

  it('has no challenge where a legacy client sends none (docs/interface/identity.md#legacy-clients)', () => {
    const request = read({ code_challenge: undefined, code_challenge_method: undefined }, { isLegacy: true });
    expect(request).toMatchObject({ kind: 'valid', request: { codeChallenge: undefined } });
  });

  it('ignores scopes that nobody knows', () => {
    expect(read({ scope: 'openid phone' })).toMatchObject({ request: { scopes: ['openid'] } });
  });
});

describe('a request is refused', () => {
  const missingChallenge = { code_challenge: undefined, code_challenge_method: undefined };
  const noChallenge = 'code_challenge is required (RFC 7636), with the method S256.';
  const wrongMethod = 'code_challenge_method must be S256.';
  const wrongChallenge = 'code_challenge must be 43 characters of base64url.';
  const wrongKey = 'dpop_jkt must be 43 characters of base64url.';
  const wrongAge = 'max_age must be a number of seconds.';

  it.each<[string, Parameters, string, string]>([
    [
      'by an object',
      { request: 'e30' },
      'request_not_supported',
      'request is not supported; send the parameters themselves.',
    ],
    [
      'with a registration',
      { registration: '{}' },
      'registration_not_supported',
      'registration is not supported.',
    ],
    ['without a type', { response_type: undefined }, 'invalid_request', 'response_type is missing.'],
    [
      'of the implicit flow',
      { response_type: 'token' },
      'unsupported_response_type',
      'response_type must be code.',
    ],
    [
      'of the hybrid flow',
      { response_type: 'code id_token' },
      'unsupported_response_type',
      'response_type must be code.',
    ],
    [
      'with another mode',
      { response_mode: 'web_message' },
      'invalid_request',
      'response_mode must be one of query, fragment, form_post.',
    ],
    ['without a challenge', missingChallenge, 'invalid_request', noChallenge],
    [
      'with the method of no challenge',
      { code_challenge: undefined },
      'invalid_request',
      'code_challenge is missing.',
    ],
    [
      'without a method, which means plain',
      { code_challenge_method: undefined },
      'invalid_request',
      wrongMethod,
    ],
    ['with the method plain', { code_challenge_method: 'plain' }, 'invalid_request', wrongMethod],
    ['with a short challenge', { code_challenge: challenge.slice(1) }, 'invalid_request', wrongChallenge],
    ['with a long challenge', { code_challenge: `${challenge}A` }, 'invalid_request', wrongChallenge],
    [
      'with a challenge in base64',
      { code_challenge: challenge.replace('-', '+') },
      'invalid_request',
      wrongChallenge,
    ],
    ['with a short key', { dpop_jkt: challenge.slice(1) }, 'invalid_request', wrongKey],
    ['with a long key', { dpop_jkt: `A${challenge}` }, 'invalid_request', wrongKey],
    [
      'with another prompt',
      { prompt: 'login create' },
      'invalid_request',
      'prompt must be of none, login, consent, select_account.',
    ],
    [
      'with the prompt none and another',
      { prompt: 'none login' },
      'invalid_request',
      'prompt none goes with no other value.',
    ],
    ['with a negative age', { max_age: '-1' }, 'invalid_request', wrongAge],
    ['with an age in words', { max_age: '1 hour' }, 'invalid_request', wrongAge],
    ['with an age of ten digits', { max_age: '1234567890' }, 'invalid_request', wrongAge],
    ['with an empty age', { max_age: '' }, 'invalid_request', wrongAge],
    [
      'for scopes of others',
      { scope: 'openid crm.people.read BilltrackingApi' },
      'invalid_scope',
      'The client does not have the scope crm.people.read BilltrackingApi.',
    ],
  ])('%s', (_, parameters, error, description) => {
    expect(findError(read(parameters))).toEqual([error, description]);
  });

  it('of a client without the grant authorization_code', () => {
    expect(findError(read({}, { grantTypes: ['client_credentials'] }))).toEqual([
      'unauthorized_client',
      'The client is not registered for the grant authorization_code.',
    ]);
  });

  it('with a wrong challenge also of a legacy client', () => {
    expect(findError(read({ code_challenge: 'short' }, { isLegacy: true }))).toEqual([
      'invalid_request',
      wrongChallenge,
    ]);
  });

  it('with an answer to the registered address, in the mode and with the state that were sent', () => {
    const request = read({ response_type: 'token', response_mode: 'fragment', state: 's' });
    expect(request).toMatchObject({ target: { redirectUri, responseMode: 'fragment', state: 's' } });
    expect(read({ response_mode: 'web_message' })).toMatchObject({ target: { responseMode: 'query' } });
  });
});

describe('a request is answered to the person alone (RFC 6749 4.1.2.1)', () => {
  it('without an address', () => {
    expect(read({ redirect_uri: undefined })).toEqual({
      kind: 'unanswerable',
      reason: 'address-missing',
    });
  });

  it('with an address that is not registered, whatever else is wrong', () => {
    expect(read({ redirect_uri: 'https://evil.example/', response_type: 'token' })).toEqual({
      kind: 'unanswerable',
      reason: 'address-unknown',
    });
  });
});
