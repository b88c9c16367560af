// The proof with which a client asks for tokens (RFC 9449 5): each is used once, and binds the tokens to its key.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatformStore } from '../../../../shared/data/store.ts';
import { findTokenProof } from './token-proof.ts';

const { IDENTITY_URL } = process.env;
beforeEach(() => {
  process.env.TABLE_NAME = 'the-table';
  process.env.IDENTITY_URL = 'https://id.example';
});
afterEach(() => {
  if (IDENTITY_URL === undefined) delete process.env.IDENTITY_URL;
  else process.env.IDENTITY_URL = IDENTITY_URL;
});

const now = new Date('2027-03-01T12:00:00.999Z');
const seconds = Math.floor(now.getTime() / 1000);

async function createProof(htu: string): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return new SignJWT({ htm: 'POST', htu, iat: seconds, jti: 'one' })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(publicKey) })
    .sign(privateKey);
}

const find = (dpop?: string) =>
  findTokenProof(
    openPlatformStore(),
    { method: 'POST', headers: dpop === undefined ? {} : { dpop } },
    '/connect/token',
    now,
  );

it('a request without a proof has none', () => {
  expect(find()).toBeUndefined();
});

it('a proof for the endpoint is used up for ten minutes, longer than it is valid', async () => {
  const proof = find(await createProof('https://id.example/connect/token'));
  expect(proof?.jkt).toMatch(/^[\w-]{43}$/);
  expect(proof?.change).toMatchObject({
    action: {
      Put: {
        Item: {
          type: 'used-proof',
          ttl: seconds + 600,
          pk: expect.stringMatching(/^P#DPOP-PROOF#[\w-]{43}$/),
          sk: 'PROOF',
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    onConflict: { code: 'INVALID_DPOP_PROOF', target: 'DPoP', message: 'The DPoP proof was used before.' },
  });
});

it('a proof for another address is refused, and an empty one', async () => {
  const proof = await createProof('https://id.example/connect/par');
  const refusal = (message: string) =>
    expect.objectContaining({ code: 'INVALID_DPOP_PROOF', target: 'DPoP', message });
  expect(() => find(proof)).toThrow(
    refusal('The DPoP proof is invalid: htu must be https://id.example/connect/token.'),
  );
  expect(() => find('')).toThrow(refusal('The DPoP proof is invalid: it must be one signed JWT.'));
});
