// Proves that access tokens are what RFC 9068 says, and that nothing else is accepted.
import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { UnsecuredJWT } from 'jose/jwt/unsecured';
import { describe, expect, it } from 'vitest';
import { signAccessToken } from './sign-token.ts';
import {
  type AccessTokenClaims,
  clockSkew,
  readKeyId,
  readUnverifiedClaims,
  tokenLifetime,
  verifyAccessToken,
} from './tokens.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const iat = 1_800_000_000;
const claims: AccessTokenClaims = {
  iss: 'https://rostrum.test/identity',
  aud: 'rostrum',
  sub: 'user-1',
  client_id: 'rostrum-sign-in',
  iat,
  exp: iat + 3600,
  jti: 'one',
  tenant: 'quill',
};
const verify = (token: string, seconds = iat + 10, issuer = claims.iss) =>
  verifyAccessToken(token, {
    issuer,
    now: new Date(seconds * 1000),
    findKey: async (kid) => (kid === 'k1' ? pair.publicKey : undefined),
  });
const sign = (over: Partial<AccessTokenClaims> = {}) =>
  signAccessToken({ ...claims, ...over }, { kid: 'k1', key: pair.privateKey });
const raw = (header: Record<string, string>, payload: Record<string, unknown>, key = pair.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
const header = { typ: 'at+jwt', kid: 'k1' };

describe('signing', () => {
  it('writes the header that RFC 9068 2.1 requires', async () => {
    const [head = ''] = (await sign()).split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      typ: 'at+jwt',
      alg: 'ES256',
      kid: 'k1',
    });
  });

  it('returns the claims that were signed', async () => {
    expect(await verify(await sign({ scope: 'crm.people.read' }))).toEqual({
      ok: true,
      claims: { ...claims, scope: 'crm.people.read' },
    });
    expect(await verify(await sign())).toEqual({ ok: true, claims: { ...claims, scope: undefined } });
  });
});

describe('verifying (RFC 9068 4)', () => {
  it('allows for clocks that differ, and no more', async () => {
    const token = await sign();
    expect((await verify(token, claims.exp + clockSkew - 1)).ok).toBe(true);
    expect(await verify(token, claims.exp + clockSkew)).toEqual({ ok: false, problem: 'expired' });
    expect(await verify(token, claims.exp + clockSkew + 1)).toEqual({ ok: false, problem: 'expired' });
    const early = await raw(header, { ...claims, nbf: iat + 100 });
    expect(await verify(early, iat)).toEqual({ ok: false, problem: 'not-yet-valid' });
    expect((await verify(early, iat + 100 - clockSkew)).ok).toBe(true);
  });

  it('refuses a token that is older than any the platform issues, although exp lies ahead', async () => {
    const token = await sign({ exp: iat + 100 * tokenLifetime });
    const oldest = iat + tokenLifetime + clockSkew;
    expect(await verify(token, oldest + 1)).toEqual({ ok: false, problem: 'too-old' });
    expect(await verify(token, oldest)).toEqual({ ok: false, problem: 'lasts-too-long' });
  });

  it('refuses a token that lasts longer than any the platform issues', async () => {
    expect((await verify(await sign({ exp: iat + tokenLifetime }))).ok).toBe(true);
    expect(await verify(await sign({ exp: iat + tokenLifetime + 1 }))).toEqual({
      ok: false,
      problem: 'lasts-too-long',
    });
  });

  it('refuses a token that was issued in the future, but for clocks that differ', async () => {
    const token = await sign();
    expect((await verify(token, iat - clockSkew)).ok).toBe(true);
    expect(await verify(token, iat - clockSkew - 1)).toEqual({ ok: false, problem: 'not-yet-valid' });
  });

  it('refuses another issuer and another audience', async () => {
    expect(await verify(await sign(), iat, 'https://elsewhere')).toEqual({
      ok: false,
      problem: 'wrong-issuer',
    });
    expect(await verify(await sign({ aud: 'other' }))).toEqual({ ok: false, problem: 'wrong-audience' });
  });

  it('refuses a token that was tampered with', async () => {
    const [head, , signature] = (await sign()).split('.');
    const [, body] = (await sign({ tenant: 'other' })).split('.');
    expect(await verify(`${head}.${body}.${signature}`)).toEqual({ ok: false, problem: 'bad-signature' });
    expect(await verify(await raw(header, { ...claims }, other.privateKey))).toEqual({
      ok: false,
      problem: 'bad-signature',
    });
  });

  it('refuses any other type, such as an ID token (RFC 9068 5)', async () => {
    expect(await verify(await raw({ kid: 'k1', typ: 'JWT' }, { ...claims }))).toEqual({
      ok: false,
      problem: 'wrong-type',
    });
    expect((await verify(await raw({ kid: 'k1' }, { ...claims }))).ok).toBe(false);
  });

  it('refuses alg none and HMAC with the public key (RFC 8725 2.1)', async () => {
    const none = new UnsecuredJWT({ ...claims }).encode();
    expect((await verify(none)).ok).toBe(false);
    const secret = new TextEncoder().encode(
      pair.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    );
    const hmac = await new SignJWT({ ...claims })
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(secret);
    expect(await verify(hmac)).toEqual({ ok: false, problem: 'wrong-algorithm' });
  });

  it('refuses a key it does not know', async () => {
    expect(await verify(await raw({ typ: 'at+jwt', kid: 'k2' }, { ...claims }))).toEqual({
      ok: false,
      problem: 'unknown-key',
    });
    expect(await verify(await raw({ typ: 'at+jwt' }, { ...claims }))).toEqual({
      ok: false,
      problem: 'unknown-key',
    });
  });

  it('refuses a token without a claim we rely on, or with one of another type', async () => {
    for (const name of ['sub', 'client_id', 'iat', 'exp', 'jti', 'tenant']) {
      const rest = Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
      expect(await verify(await raw(header, rest)), name).toEqual({ ok: false, problem: 'missing-claim' });
    }
    expect((await verify(await raw(header, { ...claims, tenant: 7 }))).ok).toBe(false);
    expect((await verify(await raw(header, { ...claims, scope: ['a'] }))).ok).toBe(false);
  });

  it('refuses a text that is not a token, without throwing', async () => {
    for (const text of [
      '',
      'a',
      'a.b',
      'a.b.c',
      'a.b.c.d',
      '..',
      'é.é.é',
      'x'.repeat(99_999),
      `${'e30.'.repeat(2)}e30`,
    ])
      expect(await verify(text)).toEqual({ ok: false, problem: 'malformed' });
  });

  it('remembers of a token that was accepted its signature alone: all else is checked every time', async () => {
    const token = await sign();
    expect((await verify(token)).ok).toBe(true);
    expect(await verify(token, claims.exp + clockSkew + 1)).toEqual({ ok: false, problem: 'expired' });
    expect(await verify(token, iat, 'https://elsewhere')).toEqual({ ok: false, problem: 'wrong-issuer' });
    const verifyWith = (key?: KeyObject) =>
      verifyAccessToken(token, {
        issuer: claims.iss,
        now: new Date(iat * 1000),
        findKey: async () => key,
      });
    expect(await verifyWith(other.publicKey)).toEqual({ ok: false, problem: 'bad-signature' });
    expect(await verifyWith(undefined)).toEqual({ ok: false, problem: 'unknown-key' });
    const [head, body, signature = ''] = token.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const attempt of [1, 2])
      expect(await verify(`${head}.${body}.${flipped}`), `attempt ${attempt}`).toEqual({
        ok: false,
        problem: 'bad-signature',
      });
    expect((await verify(token)).ok).toBe(true);
  });

  it('throws when the key store fails, and does not call the token invalid', async () => {
    const token = await sign();
    const verdict = verifyAccessToken(token, {
      issuer: claims.iss,
      now: new Date(iat * 1000),
      findKey: () => Promise.reject(new Error('no answer')),
    });
    await expect(verdict).rejects.toThrow('no answer');
  });
});

describe('the claims of a verified token', () => {
  const verifyClaims = async (over: Record<string, unknown>) => {
    const result = await verify(await raw(header, { ...claims, ...over }));
    return result.ok ? result.claims : result.problem;
  };

  it('say of the sign-in what has the right form, and nothing else', async () => {
    const signIn = { auth_time: iat, acr: 'urn:rostrum:acr:password', amr: ['pwd'] };
    expect(await verifyClaims(signIn)).toEqual({ ...claims, ...signIn });
    expect(await verifyClaims({ ...signIn, amr: ['pwd', 7, null] })).toEqual({ ...claims, ...signIn });
    expect(await verifyClaims({ auth_time: `${iat}`, acr: 2, amr: 'pwd' })).toStrictEqual({
      ...claims,
      scope: undefined,
    });
  });

  it('name the key to which it is bound; one that is bound otherwise is no bearer token (RFC 9449 6.1)', async () => {
    expect(await verifyClaims({ cnf: { jkt: 'key', other: 1 } })).toEqual({ ...claims, cnf: { jkt: 'key' } });
    for (const cnf of [null, 'key', {}, { jkt: 7 }, { 'x5t#S256': 'key' }, []])
      expect(await verifyClaims({ cnf })).toBe('missing-claim');
  });

  it('have one audience, also where others are named (RFC 7519 4.1.3)', async () => {
    expect(await verifyClaims({ aud: ['other', 'rostrum'] })).toEqual({ ...claims });
    for (const aud of [['other'], [], {}, null, 7, 'Rostrum'])
      expect(await verifyClaims({ aud }), JSON.stringify(aud)).toBe('wrong-audience');
  });

  it.each(['iss', 'sub', 'iat', 'exp', 'jti', 'client_id', 'tenant', 'scope'])(
    'have a %s of the right type',
    async (name) => {
      for (const value of [null, [], {}, true])
        expect(await verify(tokenWith({ [name]: value })), JSON.stringify(value)).toMatchObject({
          ok: false,
        });
    },
  );

  it('have a beginning in numbers, where they have one', async () => {
    expect(await verify(tokenWith({ nbf: `${iat}` }))).toEqual({ ok: false, problem: 'not-yet-valid' });
    expect(await verify(tokenWith({ nbf: iat + 10 + clockSkew }))).toMatchObject({ ok: true });
    expect(await verify(tokenWith({ nbf: iat + 11 + clockSkew }))).toEqual({
      ok: false,
      problem: 'not-yet-valid',
    });
  });
});

/** A token with any claims and header, signed with the key, whatever a library would refuse. */
function tokenWith(over: object, head: object = {}): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'ES256', ...header, ...head })}.${encode({ ...claims, ...over })}`;
  const signature = signBytes('sha256', Buffer.from(signed), {
    key: pair.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${signature.toString('base64url')}`;
}

describe('the header of a token', () => {
  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('has the type %s (RFC 9068 4)', async (typ) => {
    expect(await verify(tokenWith({}, { typ }))).toMatchObject({ ok: true });
  });

  it.each(['JWT', 'x+at+jwt', 'at+jwts', 'x-application/at+jwt', 7, null, ['at+jwt']])(
    'has no other type: %j',
    async (typ) => {
      expect(await verify(tokenWith({}, { typ }))).toEqual({ ok: false, problem: 'wrong-type' });
    },
  );

  it('requires no extension (RFC 7515 4.1.11), and one algorithm', async () => {
    expect(await verify(tokenWith({}, { crit: ['b64'] }))).toEqual({ ok: false, problem: 'malformed' });
    for (const alg of ['', undefined, 7, ['ES256']])
      expect(await verify(tokenWith({}, { alg }))).toEqual({ ok: false, problem: 'malformed' });
    for (const alg of ['ES384', 'es256', 'ES256K'])
      expect(await verify(tokenWith({}, { alg }))).toEqual({ ok: false, problem: 'wrong-algorithm' });
  });

  it.each(['k 1', 'k/1', 'é', '', 'k'.repeat(65), 7, null, ['k1'], { k: 1 }])(
    'has no key id of another form: %j, which is never looked up',
    async (kid) => {
      const findKey = () => Promise.reject(new Error('It was looked up'));
      const token = tokenWith({}, { kid });
      const options = { issuer: claims.iss, now: new Date(iat * 1000), findKey };
      expect(await verifyAccessToken(token, options)).toEqual({ ok: false, problem: 'unknown-key' });
      expect(readKeyId(token)).toBeUndefined();
    },
  );

  it('names its key in up to 64 characters', () => {
    for (const kid of ['k1', 'a-_9', 'k'.repeat(64)]) expect(readKeyId(tokenWith({}, { kid }))).toBe(kid);
    expect(readKeyId('no token')).toBeUndefined();
  });

  it('is of a key of the one kind that goes with the algorithm', async () => {
    const verifyWith = (key: KeyObject) =>
      verifyAccessToken(tokenWith({}), {
        issuer: claims.iss,
        now: new Date(iat * 1000),
        findKey: async () => key,
      });
    for (const key of [
      generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey,
      generateKeyPairSync('ed25519').publicKey,
      pair.privateKey,
    ])
      expect(await verifyWith(key)).toEqual({ ok: false, problem: 'malformed' });
    expect(await verifyWith(pair.publicKey)).toMatchObject({ ok: true });
  });
});

describe('a token that is not verified yet', () => {
  const named = { tenant: 'quill', sub: 's', jti: 'j', client_id: 'c' };

  it('says whose it is, in names of up to 200 characters', () => {
    expect(readUnverifiedClaims(tokenWith(named))).toEqual(named);
    for (const name of Object.keys(named)) {
      const longest = { ...named, [name]: 'x'.repeat(200) };
      expect(readUnverifiedClaims(tokenWith(longest))).toEqual(longest);
      for (const value of ['x'.repeat(201), '', 7, null, undefined])
        expect(readUnverifiedClaims(tokenWith({ ...named, [name]: value }))).toBeUndefined();
    }
    expect(readUnverifiedClaims('no token')).toBeUndefined();
  });

  it('is no token where a part is not a JSON object in UTF-8', async () => {
    const [head = '', body = '', signature = ''] = tokenWith(named).split('.');
    const part = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
    for (const wrong of ['[]', 'null', '7', '"x"', '{', '\xff', '{"a":"\xff"}']) {
      expect(readUnverifiedClaims(`${head}.${part(wrong).padEnd(2, 'A')}.${signature}`)).toBeUndefined();
      expect(readKeyId(`${part(wrong).padEnd(2, 'A')}.${body}.${signature}`)).toBeUndefined();
    }
    // A byte order mark is not part of the text (as TextDecoder reads it).
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(named))]);
    expect(readUnverifiedClaims(`${head}.${marked.toString('base64url')}.${signature}`)).toEqual(named);
    // Five characters of base64 are no number of bytes.
    expect(readUnverifiedClaims(`${head}.e30AA.${signature}`)).toBeUndefined();
    expect(await verify(`${head}.${body}.AAAAA`)).toEqual({ ok: false, problem: 'malformed' });
  });

  it('has three parts, each of a length that a token can have', () => {
    const [head = '', body = '', signature = ''] = tokenWith(named).split('.');
    const { length } = head;
    const padded = Buffer.from(JSON.stringify({ kid: 'k1' }).padEnd(1536, ' ')).toString('base64url');
    expect(padded).toHaveLength(2048);
    expect(length).toBeLessThan(2048);
    expect(readKeyId(`${padded}.${body}.${signature}`)).toBe('k1');
    expect(readKeyId(`${padded}AAAA.${body}.${signature}`)).toBeUndefined();
    for (const wrong of [
      `${head}.${body}`,
      `${head}.${body}.`,
      ` ${head}.${body}.${signature}`,
      `${head}.${body}.${signature}=`,
    ])
      expect(readKeyId(wrong)).toBeUndefined();
  });
});
