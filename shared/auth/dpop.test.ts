// Proves the check of proofs (RFC 9449 4.3) with proofs that jose signs, right ones and wrong ones.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Proof, readProof } from './dpop.ts';

const now = new Date('2027-03-01T10:00:00Z');
const seconds = now.getTime() / 1000;
const url = 'https://id.example/connect/token';
const target = { method: 'POST', url, now };

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
let pair: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  pair = await generateKeyPair('ES256', { extractable: true });
  other = await generateKeyPair('ES256', { extractable: true });
});

/** A proof with some claims and header parameters in place of the right ones. */
async function sign(
  claims: Record<string, unknown> = {},
  header: Partial<JWTHeaderParameters> & Record<string, unknown> = {},
  signer: KeyPair = pair,
): Promise<string> {
  const jwk = await exportJWK(pair.publicKey);
  return new SignJWT({ htm: 'POST', htu: url, iat: seconds, jti: 'one', ...claims })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
    .sign(signer.privateKey);
}

const isProof = (result: ReturnType<typeof readProof>): result is Proof => !('problem' in result);

describe('a proof of possession', () => {
  it.each(['ES256', 'RS256', 'PS256', 'EdDSA'])(
    'by %s has the thumbprint that jose computes',
    async (alg) => {
      const own = await generateKeyPair(alg, { extractable: true });
      const jwk = await exportJWK(own.publicKey);
      const result = readProof(await sign({}, { alg, jwk }, own), target);
      expect(isProof(result) && result.jkt).toBe(await calculateJwkThumbprint(jwk));
    },
  );

  it('may name the address in another spelling, with a query', async () => {
    const address = 'https://ID.example:443/%63onnect/token?a=b#c';
    expect(isProof(readProof(await sign({ htu: address }), target))).toBe(true);
  });

  it('has the hash of the access token where one comes with it', async () => {
    const accessToken = 'abc';
    const ath = 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0';
    expect(isProof(readProof(await sign({ ath }), { ...target, accessToken }))).toBe(true);
    expect(readProof(await sign(), { ...target, accessToken })).toHaveProperty('problem');
    expect(readProof(await sign({ ath }), { ...target, accessToken: 'abd' })).toHaveProperty('problem');
  });

  it.each([
    ['another method', { htm: 'GET' }],
    ['another address', { htu: 'https://id.example/connect/par' }],
    ['another host', { htu: 'https://evil.example/connect/token' }],
    ['no address', { htu: undefined }],
    ['a moment too long ago', { iat: seconds - 61 }],
    ['a moment ahead', { iat: seconds + 31 }],
    ['a moment in words', { iat: '2027' }],
    ['no name', { jti: undefined }],
    ['an empty name', { jti: '' }],
  ])('with %s is refused', async (_, claims) => {
    expect(readProof(await sign(claims), target)).toHaveProperty('problem');
  });

  it('with another type, a private or a foreign key, or no signature is refused', async () => {
    const privateKey = await exportJWK(pair.privateKey);
    const proofs = [
      await sign({}, { typ: 'JWT' }),
      await sign({}, { jwk: privateKey }),
      await sign({}, { jwk: await exportJWK(other.publicKey) }),
      await sign({}, {}, other),
      (await sign()).replace(/[^.]+$/, ''),
      `${await sign()}.${await sign()}`,
      `${Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk: privateKey })).toString('base64url')}.e30.`,
      'x'.repeat(9000),
      '',
    ];
    for (const proof of proofs) expect(readProof(proof, target)).toHaveProperty('problem');
  });

  it('by a symmetric key or a weak one is refused', async () => {
    const secret = new TextEncoder().encode('a secret of more than 32 characters, all known');
    const symmetric = await new SignJWT({ htm: 'POST', htu: url, iat: seconds, jti: 'one' })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk: { kty: 'oct', ...{ k: 'YQ' } } })
      .sign(secret);
    expect(readProof(symmetric, target)).toHaveProperty('problem');
  });

  it('is named by its key and its jti', async () => {
    const [one, again, two] = [
      readProof(await sign(), target),
      readProof(await sign(), target),
      readProof(await sign({ jti: 'two' }), target),
    ];
    if (!isProof(one) || !isProof(again) || !isProof(two)) throw new Error('A proof was refused');
    expect(one.id).toBe(again.id);
    expect(one.id).not.toBe(two.id);
  });
});
