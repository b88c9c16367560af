// When a code may be exchanged for tokens (RFC 6749 4.1.3, RFC 7636 4.6).
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noSignIn } from '../../../../shared/auth/clients/clients.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { buildClient } from '../../clients/client.ts';
import type { CodeItem } from '../grants/codes.ts';
import { assertExchangeable, type CodeExchange, invalidGrant } from './code-exchange.ts';

const now = new Date('2027-03-01T12:00:00Z');
const redirectUri = 'https://app.example/back?a=1&b=2';
// The pair of RFC 7636, appendix B.
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const code: CodeItem = {
  type: 'authorization-code',
  clientId: 'app',
  userId: 'ada',
  tenantCode: 'quill',
  scopes: ['openid'],
  sessionId: 'session',
  authTime: 0,
  amr: ['pwd'],
  redirectUri,
  codeChallenge,
  expiresAt: now.getTime() / 1000 + 1,
  ttl: 0,
};

const createClient = (isLegacy: boolean) => ({
  ...buildClient({ id: 'app', name: 'App', tenantCode: 'quill', scopes: [] }, now),
  signIn: { ...noSignIn, isLegacy },
});

/** What is wrong with an exchange; undefined when nothing is. */
function findProblem(
  exchange: Partial<CodeExchange>,
  change: Partial<CodeItem> = {},
  { isLegacy = false, at = now } = {},
): string | undefined {
  try {
    const sent = { redirectUri, codeVerifier, ...exchange };
    assertExchangeable({ ...code, ...change }, createClient(isLegacy), sent, at);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'INVALID_GRANT') return error.message;
    throw error;
  }
}

describe('a code is exchanged', () => {
  it('with its address and the verifier of its challenge (RFC 7636, appendix B)', () => {
    expect(findProblem({})).toBeUndefined();
  });

  it('until the moment when it expires (RFC 6749 4.1.2)', () => {
    const moment = (milliseconds: number) => ({ at: new Date(code.expiresAt * 1000 + milliseconds) });
    expect(findProblem({}, {}, moment(-1))).toBeUndefined();
    expect(findProblem({}, {}, moment(0))).toBe('The code has expired.');
    expect(findProblem({}, {}, moment(1))).toBe('The code has expired.');
  });

  it('without a verifier where the request had no challenge', () => {
    expect(findProblem({ codeVerifier: undefined }, { codeChallenge: undefined })).toBeUndefined();
  });
});

describe('a code is not exchanged', () => {
  const wrongAddress = 'redirect_uri must be the one of the authorization request.';

  it.each([
    ['another address', 'https://app.example/other'],
    ['the beginning of its address', 'https://app.example/back?a=1'],
    ['a longer address', `${redirectUri}&c=3`],
    ['no address', undefined],
  ])('with %s (RFC 6749 4.1.3)', (_, address) => {
    expect(findProblem({ redirectUri: address })).toBe(wrongAddress);
  });

  it.each([
    ['without a verifier', undefined, 'code_verifier is missing.'],
    [
      'with another verifier',
      codeVerifier.replace('d', 'e'),
      'code_verifier does not match the code_challenge.',
    ],
    ['with the challenge for a verifier', codeChallenge, 'code_verifier does not match the code_challenge.'],
    ['with an empty verifier', '', 'code_verifier does not match the code_challenge.'],
  ])('%s (RFC 7636 4.6)', (_, verifier, problem) => {
    expect(findProblem({ codeVerifier: verifier })).toBe(problem);
  });

  it('with a verifier where the request had no challenge: somebody may have removed it (RFC 9700 2.1.1)', () => {
    expect(findProblem({}, { codeChallenge: undefined })).toBe(
      'code_verifier was sent, but the authorization request had no code_challenge.',
    );
  });

  it('where the challenge is not the hash of anything', () => {
    expect(findProblem({}, { codeChallenge: 'short' })).toBe(
      'code_verifier does not match the code_challenge.',
    );
  });
});

describe('a verifier has 43 to 128 characters (RFC 7636 4.1)', () => {
  it('and no others', () => {
    const isAccepted = (verifier: string) =>
      findProblem(
        { codeVerifier: verifier },
        { codeChallenge: createHash('sha256').update(verifier).digest('base64url') },
      ) === undefined;
    expect([42, 43, 128, 129].map((length) => isAccepted('a'.repeat(length)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isAccepted(`${'a'.repeat(42)}~`)).toBe(true);
    expect(isAccepted(`${'a'.repeat(42)}+`)).toBe(false);
    expect(isAccepted(`+${'a'.repeat(43)}`)).toBe(false);
  });
});

describe('a legacy client (docs/interface/identity.md#legacy-clients)', () => {
  const legacy = { isLegacy: true };

  it('may send its address up to its first ampersand', () => {
    expect(findProblem({ redirectUri: 'https://app.example/back?a=1' }, {}, legacy)).toBeUndefined();
    expect(findProblem({}, {}, legacy)).toBeUndefined();
  });

  it.each([
    'https://app.example/back?a=',
    'https://app.example/back',
    'https://app.example/back?a=2',
    undefined,
  ])('may not send %s', (address) => expect(findProblem({ redirectUri: address }, {}, legacy)).toBeDefined());
});

it('the failure of a grant says what is wrong, or what the code of the catalogue says', () => {
  expect(invalidGrant('It is used.')).toMatchObject({
    code: 'INVALID_GRANT',
    message: 'It is used.',
    status: 400,
  });
  expect(invalidGrant().message).not.toBe('');
});
