// Access tokens, and the proofs of keys to which they are bound.

import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { findTokenProof, retentionSeconds } from '../../functions/identity/connect/tokens/token-proof.ts';
import { clocksDiffer, proofLifetime, readProof } from '../../shared/auth/tokens/dpop.ts';
import { signAccessToken } from '../../shared/auth/tokens/sign-token.ts';
import { clockSkew, tokenLifetime, verifyAccessToken } from '../../shared/auth/tokens/tokens.ts';
import { areaUrl } from '../../shared/http/area-url.ts';
import { atMost, before, computes, type PromisedNumber, start } from './promised-number.ts';
import { platform, secondsToLive } from './stores-without-database.ts';

const identity = 'docs/interface/identity.md';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const now = start.getTime() / 1000;

/** Whether a token of these moments is accepted, in seconds from now. */
async function isAccepted({ iat, exp }: { readonly iat: number; readonly exp: number }): Promise<boolean> {
  const token = await signAccessToken(
    {
      ...{ iss: 'https://id.example', aud: 'rostrum', sub: 'ada', client_id: 'app', jti: 'one' },
      ...{ tenant: 'promised', iat: now + iat, exp: now + exp },
    },
    { kid: 'k1', key: pair.privateKey },
  );
  const findKey = async () => pair.publicKey;
  return (await verifyAccessToken(token, { issuer: 'https://id.example', now: start, findKey })).ok;
}

/** A proof for an address that was made some seconds ago. */
async function signProof(url: string, age = 0): Promise<string> {
  const jwk = await exportJWK(pair.publicKey);
  return new SignJWT({ htm: 'POST', htu: url, iat: now - age, jti: 'one' })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
    .sign(pair.privateKey);
}

/** Whether a proof that was made some seconds ago is accepted. */
async function isProof(age: number): Promise<boolean> {
  const url = 'https://id.example/connect/token';
  return !('problem' in readProof(await signProof(url, age), { method: 'POST', url, now: start }));
}

const requestWithProof = async () => ({
  method: 'POST',
  headers: { dpop: await signProof(areaUrl('identity', '/connect/token')) },
});

export const tokenNumbers: readonly PromisedNumber[] = [
  {
    says: {
      [identity]: [
        'signed with ES256, valid for 3600 seconds',
        'further back than those 3600 seconds',
        'more than 3600 seconds before `exp`',
      ],
      'docs/identity.md': 'signed with ES256, valid for 3600 seconds',
    },
    promised: 3600,
    declared: tokenLifetime,
    exercised: atMost((seconds) => isAccepted({ iat: 0, exp: seconds })),
  },
  {
    says: {
      [identity]: 'with 30 seconds for clocks that differ',
      'docs/identity.md': 'with the 30 seconds for clocks',
    },
    promised: 30,
    declared: clockSkew,
    exercised: [
      before((seconds) => isAccepted({ iat: -60, exp: -seconds })),
      atMost((seconds) => isAccepted({ iat: seconds, exp: seconds + 60 })),
    ],
  },
  {
    says: { [identity]: ['at most 60 seconds old', 'within its 60 seconds'] },
    promised: 60,
    declared: proofLifetime,
    exercised: [
      atMost(isProof),
      computes(async () => ((await isProof(-clocksDiffer)) && !(await isProof(-31)) ? 60 : 0)),
    ],
  },
  {
    says: { 'docs/data.md': 'a DPoP proof gets tokens once; TTL of ten minutes' },
    promised: 10,
    declared: retentionSeconds / 60,
    // It is stored for longer than it could be used again.
    exercised: computes(async () => {
      const used = findTokenProof(platform, await requestWithProof(), '/connect/token', start);
      const seconds = used && secondsToLive(used.change, start);
      return seconds !== undefined && seconds > proofLifetime + clocksDiffer && seconds / 60;
    }),
  },
];
