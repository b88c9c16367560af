// Proves that access tokens are what RFC 9068 says, and that nothing else is accepted.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { UnsecuredJWT } from 'jose/jwt/unsecured';
import { describe, expect, it } from 'vitest';
import { signAccessToken } from './sign-token.ts';
import { type AccessTokenClaims, clockSkew, tokenLifetime, verifyAccessToken } from './tokens.ts';

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
