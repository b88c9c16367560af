// Proves the check of proofs (RFC 9449 4.3) with proofs that jose signs, right ones and wrong ones.

import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../errors/failure.ts';
import { assertProof, type Proof, readProof } from './dpop.ts';

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

  const wrongMoment = 'iat must lie within the last 60 seconds';
  const wrongAddress = `htu must be ${url}`;

  it.each([
    ['another method', { htm: 'GET' }, 'htm must be POST'],
    ['another address', { htu: 'https://id.example/connect/par' }, wrongAddress],
    ['another host', { htu: 'https://evil.example/connect/token' }, wrongAddress],
    ['another scheme', { htu: 'http://id.example/connect/token' }, wrongAddress],
    ['an address in a list', { htu: [url] }, wrongAddress],
    ['no address', { htu: undefined }, wrongAddress],
    ['a moment too long ago', { iat: seconds - 61 }, wrongMoment],
    ['a moment ahead', { iat: seconds + 31 }, wrongMoment],
    ['a moment in words', { iat: `${seconds}` }, wrongMoment],
    ['no name', { jti: undefined }, 'jti must name the proof'],
    ['a number for its name', { jti: 7 }, 'jti must name the proof'],
    ['an empty name', { jti: '' }, 'jti must name the proof'],
    ['a long name', { jti: 'x'.repeat(501) }, 'jti must name the proof'],
  ])('with %s is refused', async (_, claims, problem) => {
    expect(readProof(await sign(claims), target)).toEqual({ problem });
  });

  it.each([
    ['a minute ago (RFC 9449 11.1)', { iat: seconds - 60 }],
    ['half a minute ahead', { iat: seconds + 30 }],
    ['with the longest name', { jti: 'x'.repeat(500) }],
  ])('is accepted from %s', async (_, claims) => {
    expect(isProof(readProof(await sign(claims), target))).toBe(true);
  });

  it('is for the address with its path in one spelling (RFC 3986 6.2.2)', async () => {
    const encoded = { ...target, url: 'https://id.example/a%2fb/%7ec' };
    expect(isProof(readProof(await sign({ htu: 'https://id.example/a%2Fb/~c' }), encoded))).toBe(true);
    expect(isProof(readProof(await sign({ htu: 'https://id.example/a/b/~c' }), encoded))).toBe(false);
  });

  const wrongForm = 'it must be one signed JWT';
  const wrongType = 'typ must be dpop+jwt';
  const wrongKey = 'jwk must be its public key';
  const wrongSignature = 'it must be signed by its key';
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('of another type or with an extension is refused (RFC 7515 4.1.11)', async () => {
    expect(readProof(await sign({}, { typ: 'JWT' }), target)).toEqual({ problem: wrongType });
    const critical = await sign({}, { crit: ['b64'], b64: true });
    expect(readProof(critical, target)).toEqual({ problem: wrongType });
  });

  it('with another algorithm is refused', () => {
    const proof = (alg: string) => `${encode({ typ: 'dpop+jwt', alg, jwk: {} })}.e30.AA`;
    const problem = 'alg must be one of ES256, RS256, PS256, EdDSA';
    for (const alg of ['none', 'HS256', 'ES384', 'es256'])
      expect(readProof(proof(alg), target)).toEqual({ problem });
  });

  it('with a private key, an incomplete one, none, or another kind of key is refused', async () => {
    const { x: _, ...incomplete } = await exportJWK(pair.publicKey);
    const rsa = (modulusLength: number) =>
      generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
    const curve = (namedCurve: string) =>
      generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
    const edwards = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const proof = (alg: string, jwk: unknown) => `${encode({ typ: 'dpop+jwt', alg, jwk })}.${encode({})}.AA`;
    const keys: readonly (readonly [string, unknown])[] = [
      ['ES256', await exportJWK(pair.privateKey)],
      ['ES256', { ...(await exportJWK(pair.publicKey)), k: 'AA' }],
      ['ES256', incomplete],
      ['ES256', { ...(await exportJWK(pair.publicKey)), y: 7 }],
      ['ES256', { ...(await exportJWK(pair.publicKey)), x: 'AA' }],
      ['ES256', { kty: 'oct', crv: 'P-256', x: 'AA', y: 'AA' }],
      ['ES256', { kty: ['EC'] }],
      ['ES256', undefined],
      ['ES256', null],
      ['ES256', 'key'],
      ['ES256', curve('secp384r1')],
      ['ES256', edwards],
      ['ES256', rsa(2048)],
      ['EdDSA', curve('prime256v1')],
      ['EdDSA', generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })],
      ['RS256', edwards],
      ['PS256', curve('prime256v1')],
      ['RS256', rsa(1024)],
      ['PS256', rsa(2040)],
    ];
    for (const [alg, jwk] of keys) expect(readProof(proof(alg, jwk), target)).toEqual({ problem: wrongKey });
    expect(readProof(proof('RS256', rsa(2048)), target)).toEqual({ problem: wrongSignature });
    expect(readProof(proof('ES256', curve('prime256v1')), target)).toEqual({ problem: wrongSignature });
    expect(readProof(proof('EdDSA', edwards), target)).toEqual({ problem: wrongSignature });
  });

  it('by another key, or of other claims than those that were signed, is refused', async () => {
    const [head = '', , signature = ''] = (await sign()).split('.');
    const proofs = [
      await sign({}, { jwk: await exportJWK(other.publicKey) }),
      await sign({}, {}, other),
      `${head}.${encode({ htm: 'POST', htu: url, iat: seconds, jti: 'two' })}.${signature}`,
    ];
    for (const proof of proofs) expect(readProof(proof, target)).toEqual({ problem: wrongSignature });
  });

  it('that is not one signed JWT is refused', async () => {
    const proof = await sign();
    const [head = '', claims = '', signature = ''] = proof.split('.');
    const bytes = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
    const proofs = [
      '',
      'x'.repeat(9000),
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${proof}.${signature}`,
      `${proof}.`,
      `${proof} `,
      ` ${proof}`,
      `${proof}=`,
      `${encode([])}.${claims}.${signature}`,
      `${encode(null)}.${claims}.${signature}`,
      `${encode('x')}.${claims}.${signature}`,
      `${head}.${encode([])}.${signature}`,
      `${head}.${encode(null)}.${signature}`,
      `${head}.${encode(7)}.${signature}`,
      `${head}.${bytes('{')}.${signature}`,
      // No UTF-8 (RFC 7519 7.2).
      `${head}.${bytes('{"jti":"\xff"}')}.${signature}`,
    ];
    for (const each of proofs) expect(readProof(each, target)).toEqual({ problem: wrongForm });
  });

  it('has 8192 characters at most', async () => {
    const proof = await sign({ pad: 'x'.repeat(5700) });
    const fill = (length: number) => `${proof}${'A'.repeat(length - proof.length)}`;
    expect(readProof(fill(8192), target)).toEqual({ problem: wrongSignature });
    expect(readProof(fill(8193), target)).toEqual({ problem: wrongForm });
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

describe('a request with a bound token (RFC 9449 7.1)', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const findRefusal = (text: string | undefined, jkt: string): Failure | undefined => {
    try {
      assertProof(text, jkt, target);
      return undefined;
    } catch (error) {
      return error as Failure;
    }
  };
  const getThumbprint = async () => calculateJwkThumbprint(await exportJWK(pair.publicKey));

  it('has a proof by the key of the token', async () => {
    expect(findRefusal(await sign({ jti: 'accepted' }), await getThumbprint())).toBeUndefined();
  });

  it.each([
    ['no proof', async () => undefined, 'The header DPoP must have a proof by the key of the access token.'],
    ['a wrong proof', () => sign({ htm: 'GET' }), 'The DPoP proof is invalid: htm must be POST.'],
  ])('is refused with %s', async (_, createText, message) => {
    expect(findRefusal(await createText(), await getThumbprint())).toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
      target: 'DPoP',
      message,
      details: [{ code: 'TOKEN_INVALID', message, target: 'DPoP' }],
      headers: {
        'WWW-Authenticate': `DPoP realm="rostrum", error="invalid_dpop_proof", error_description="${message}", algs="ES256 RS256 PS256 EdDSA"`,
      },
    });
  });

  it('is refused with a proof by another key', async () => {
    const jkt = await calculateJwkThumbprint(await exportJWK(other.publicKey));
    expect(findRefusal(await sign({ jti: 'foreign' }), jkt)?.message).toBe(
      'The DPoP proof is by another key than that of the access token.',
    );
  });

  it('is refused with a proof that was used, for as long as a proof can be valid: 90 seconds', async () => {
    const [jkt, proof] = [await getThumbprint(), await sign({ jti: 'again' })];
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    expect(findRefusal(proof, jkt)).toBeUndefined();
    for (const moment of [1000, 90_999]) {
      clock.mockReturnValue(moment);
      expect(findRefusal(proof, jkt)?.message).toBe('The DPoP proof was used before.');
    }
    expect(findRefusal(await sign({ jti: 'other' }), jkt)).toBeUndefined();
    clock.mockReturnValue(91_000);
    expect(findRefusal(proof, jkt)).toBeUndefined();
  });
});
