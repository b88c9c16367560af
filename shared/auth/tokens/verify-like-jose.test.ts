// Our verification of tokens gives the verdict that jose gives, for random good and hostile tokens.
import { generateKeyPairSync, type KeyObject, randomInt, sign } from 'node:crypto';
import fc from 'fast-check';
import {
  JOSEAlgNotAllowed,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
} from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { expect, it } from 'vitest';
import { audience, clockSkew, type TokenProblem, tokenLifetime, verifyAccessToken } from './tokens.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const issuer = 'https://rostrum.test/identity';
const now = 1_800_000_000;
const options = {
  issuer,
  now: new Date(now * 1000),
  findKey: async (kid: string) => (kid === 'k1' ? publicKey : undefined),
};

class UnknownKeyError extends Error {}

const claimProblems: Readonly<Record<string, TokenProblem>> = {
  typ: 'wrong-type',
  iss: 'wrong-issuer',
  aud: 'wrong-audience',
  nbf: 'not-yet-valid',
  iat: 'not-yet-valid',
};

function classifyError(error: unknown): TokenProblem {
  if (error instanceof UnknownKeyError) return 'unknown-key';
  if (error instanceof JWTExpired) return error.claim === 'iat' ? 'too-old' : 'expired';
  if (error instanceof JWSSignatureVerificationFailed) return 'bad-signature';
  if (error instanceof JOSEAlgNotAllowed) return 'wrong-algorithm';
  if (error instanceof JWTClaimValidationFailed)
    return error.reason === 'missing' ? 'missing-claim' : (claimProblems[error.claim] ?? 'missing-claim');
  return 'malformed';
}

/** The form of a token, which is checked before its parts are. */
const form = /^[\w-]{2,2048}\.[\w-]{2,8192}\.[\w-]{2,512}$/;

/** jose's verdict: the claims, or the problem. */
const verifyByJose = (token: string): Promise<unknown> =>
  jwtVerify(
    token,
    async ({ kid }) => {
      if (kid === 'k1') return publicKey;
      throw new UnknownKeyError();
    },
    {
      typ: 'at+jwt',
      algorithms: ['ES256'],
      issuer,
      audience,
      currentDate: options.now,
      clockTolerance: clockSkew,
      maxTokenAge: tokenLifetime,
      requiredClaims: ['sub', 'client_id', 'iat', 'exp', 'jti', 'tenant'],
    },
  ).then(({ payload }) => payload, classifyError);

const toBase64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

const anything = fc.oneof(
  fc.constantFrom(null, true, 0, -1, '', 'x', [], ['rostrum'], {}, '2026', { a: 1 }),
  fc.jsonValue({ maxDepth: 1 }),
);
const around = (moment: number) => fc.integer({ min: -3, max: 3 }).map((more) => moment + more);
const moments = fc.oneof(
  around(now),
  around(now + clockSkew),
  around(now - clockSkew),
  around(now - tokenLifetime),
  around(now - tokenLifetime - clockSkew),
  around(now + tokenLifetime),
  fc.double({ noNaN: true }),
);
const good = {
  iss: issuer,
  aud: audience,
  sub: 'user-1',
  client_id: 'c',
  iat: now,
  exp: now + tokenLifetime,
  jti: 'one',
  tenant: 'quill',
};

const changeOf = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom(...names), fc.option(value, { nil: undefined }));
const changes = (change: ReturnType<typeof changeOf>) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
  );

const claimNames = [...Object.keys(good), 'nbf', 'scope', '__proto__'];
const payloads = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(changes(changeOf(claimNames, anything)), changes(changeOf(['iat', 'exp', 'nbf'], moments)))
      .map(([some, times]) => JSON.stringify({ ...good, ...Object.fromEntries([...some, ...times]) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[]',
      'null',
      '1',
      '{',
      `\uFEFF${JSON.stringify(good)}`,
      '{"a":1}',
      ' {} ',
      JSON.stringify(good).replace(String(now), '1e999'),
    ),
  },
);
const headers = fc.oneof(
  {
    weight: 8,
    arbitrary: changes(
      fc.oneof(
        changeOf(['alg'], fc.constantFrom('none', 'HS256', 'RS256', 'ES384', 'es256', 'EdDSA', '', 7)),
        changeOf(
          ['typ'],
          fc.constantFrom(
            'JWT',
            'AT+JWT',
            'application/at+jwt',
            'Application/At+Jwt',
            'x/at+jwt',
            'at+jwt ',
            1,
          ),
        ),
        changeOf(['kid'], fc.constantFrom('k2', 'k1 ', 'K1', '', 1, null, ['k1'], 'é', 'k'.repeat(65))),
        changeOf(['jwk', 'x5c', 'jku', 'cty', 'zip', 'b64', '__proto__'], anything),
      ),
    ).map((some) => JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...Object.fromEntries(some) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('[]', 'null', '{', '"x"', '\uFEFF{"alg":"ES256","typ":"at+jwt","kid":"k1"}'),
  },
);

/** Signs the parts, whatever they contain. */
const signParts = (header: string, payload: string, key: KeyObject, dsaEncoding: 'der' | 'ieee-p1363') =>
  `${header}.${payload}.${toBase64(sign('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding }))}`;

const spoils: readonly ((token: string, place: number) => string)[] = [
  (token) => token,
  (token) => token,
  (token) => token,
  (token) => token,
  (token, place) => replaceAt(token, place, 'A'),
  (token, place) => replaceAt(token, place, '='),
  (token, place) => replaceAt(token, place, '+'),
  (token, place) => replaceAt(token, place, ' '),
  (token, place) => replaceAt(token, place, '.'),
  (token, place) => token.slice(0, place % token.length),
  // Bits of the last character that have no meaning.
  (token) => `${token.slice(0, -1)}${token.at(-1) === 'A' ? 'B' : 'A'}`,
  (token) => token.slice(0, -1),
  (token) => `${token}A`,
  (token) => `${token}AA`,
  (token) => `${token.slice(0, token.lastIndexOf('.'))}.${toBase64(Buffer.alloc(64))}`,
  (token) => `${token.slice(0, token.lastIndexOf('.'))}.${toBase64(Buffer.alloc(64, 255))}`,
  (token) => `${token.slice(0, token.lastIndexOf('.'))}.`,
];
const replaceAt = (token: string, place: number, letter: string): string =>
  token.slice(0, place % token.length) + letter + token.slice((place % token.length) + 1);

const tokens = fc
  .record({
    header: headers.map(toBase64),
    payload: fc.oneof(
      { weight: 20, arbitrary: payloads.map(toBase64) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }).map((bytes) => toBase64(Buffer.from(bytes))) },
      { weight: 1, arbitrary: payloads.map((text) => `${toBase64(text)}A`) },
    ),
    key: fc.constantFrom(privateKey, privateKey, privateKey, privateKey, foreign),
    encoding: fc.constantFrom(
      'ieee-p1363' as const,
      'ieee-p1363' as const,
      'ieee-p1363' as const,
      'der' as const,
    ),
    spoil: fc.constantFrom(...spoils),
    place: fc.nat(2000),
  })
  .map(({ header, payload, key, encoding, spoil, place }) =>
    spoil(signParts(header, payload, key, encoding), place),
  );

const ours = async (token: string): Promise<unknown> => {
  const verdict = await verifyAccessToken(token, options);
  return verdict.ok ? verdict.claims : verdict.problem;
};

/** What is checked after jose's checks: the types of claims, and the lifetime. */
const ownProblems = new Set<unknown>(['missing-claim', 'lasts-too-long']);

it('gives the verdict that jose gives', async () => {
  const seed = process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 16);
  console.log(`tokens: seed ${seed}`);
  const counts = new Map<unknown, number>();
  for (const token of fc.sample(tokens, { numRuns: 4000, seed })) {
    const expected = form.test(token) ? await verifyByJose(token) : 'malformed';
    const found = await ours(token);
    const kind = typeof found === 'string' ? found : 'accepted';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (typeof expected === 'string') expect(found, token).toBe(expected);
    else if (typeof found === 'string') expect(ownProblems, `${found}: ${token}`).toContain(found);
    else
      expect({ scope: undefined, ...Object(expected) }, token).toMatchObject({
        ...Object(found),
        aud: expect.anything(),
      });
  }
  for (const kind of [
    'accepted',
    'malformed',
    'wrong-type',
    'wrong-algorithm',
    'unknown-key',
    'bad-signature',
    'wrong-issuer',
    'wrong-audience',
    'not-yet-valid',
    'expired',
    'too-old',
    'lasts-too-long',
    'missing-claim',
  ])
    expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
});

it('refuses every extension of the header, also the one that jose understands (RFC 7515 4.1.11)', async () => {
  const payload = toBase64(JSON.stringify(good));
  for (const extension of [
    { crit: ['b64'], b64: true },
    { crit: ['exp'], exp: 1 },
    { crit: [] },
    { crit: null },
  ]) {
    const header = toBase64(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...extension }));
    expect(await ours(signParts(header, payload, privateKey, 'ieee-p1363'))).toBe('malformed');
  }
});

it('verifies with a key of the curve P-256 only, whatever the key store returns', async () => {
  const header = toBase64(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' }));
  const payload = toBase64(JSON.stringify(good));
  for (const pair of [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ]) {
    const token = signParts(header, payload, pair.privateKey, 'ieee-p1363');
    expect(await verifyAccessToken(token, { ...options, findKey: async () => pair.publicKey })).toEqual({
      ok: false,
      problem: 'malformed',
    });
  }
});
