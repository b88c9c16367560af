// Proves that signing keys rotate without a rejected token, and what is published of them.
import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  addMissingKeys,
  buildKeySet,
  createRing,
  generateKeyPair,
  getCurrentKey,
  isRotationDue,
  type KeyRing,
  keySetMaxAge,
  parseRing,
  removeExpiredKeys,
  rotateRing,
  type SigningAlgorithm,
  serializeRing,
  signingAlgorithms,
} from './keys.ts';
import { signAccessToken } from './sign-token.ts';
import { clockSkew, tokenLifetime, verifyAccessToken } from './tokens.ts';

const t0 = 1_800_000_000;

const rsaPair = generateKeyPair('RS256');
let count = 0;
/** A key of RSA takes long to generate: tests of the ring have one with several names. */
const newPair = (algorithm: SigningAlgorithm) => {
  if (algorithm === 'ES256') return generateKeyPair(algorithm);
  count += 1;
  return { ...rsaPair, kid: `rsa-${count}` };
};

/** The states of the keys of each algorithm. */
const listStates = ({ keys }: KeyRing) =>
  signingAlgorithms.map((algorithm) =>
    keys.filter((key) => key.public.alg === algorithm).map(({ state }) => state),
  );
const both = (...states: readonly string[]) => [states, states];

function rotateExpecting(ring: KeyRing, now: number): KeyRing {
  const rotation = rotateRing(ring, now, newPair);
  if (!rotation.rotated) throw new Error('not yet');
  return rotation.ring;
}

describe('key pairs', () => {
  it('are named by their thumbprint (RFC 7638 3)', () => {
    for (const algorithm of signingAlgorithms) {
      const pair = generateKeyPair(algorithm);
      expect(pair.kid).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(pair.public).toMatchObject({ kid: pair.kid, alg: algorithm });
      expect(pair.public).not.toHaveProperty('d');
    }
  });
});

describe('the published set (RFC 7517)', () => {
  it('contains at least two keys, with public members only', () => {
    const ring = createRing(t0, newPair);
    const leaky = ring.keys.map((key) => ({ ...key.public, d: 'private' }));
    const set = buildKeySet(leaky);
    expect(set.keys).toHaveLength(4);
    expect(JSON.stringify(set)).not.toContain('private');
    const members = set.keys.map((key) => Object.keys(key).sort().join());
    expect(new Set(members)).toEqual(new Set(['alg,crv,kid,kty,use,x,y', 'alg,e,kid,kty,n,use']));
  });
});

describe('rotation', () => {
  it('waits until every verifier can have seen the next key', () => {
    const ring = createRing(t0, newPair);
    const notBefore = t0 + keySetMaxAge + clockSkew;
    expect(rotateRing(ring, notBefore - 1)).toEqual({ rotated: false, notBefore });
    expect(rotateRing(ring, notBefore, newPair).rotated).toBe(true);
  });

  it('signs with the key that was next and publishes another', () => {
    const ring = createRing(t0, newPair);
    const after = rotateExpecting(ring, t0 + 1000);
    expect(listStates(after)).toEqual(both('previous', 'current', 'next'));
    for (const algorithm of signingAlgorithms) {
      const isNext = (key: KeyRing['keys'][number]) => key.state === 'next' && key.public.alg === algorithm;
      expect(getCurrentKey(after, algorithm)).toMatchObject({
        kid: ring.keys.find(isNext)?.kid,
        alg: algorithm,
      });
    }
  });

  it('drops a previous key only when its last token has expired everywhere', () => {
    const ring = rotateExpecting(createRing(t0, newPair), t0 + 1000);
    const keepUntil = t0 + 1000 + keySetMaxAge + tokenLifetime + clockSkew;
    expect(removeExpiredKeys(ring, keepUntil - 1).keys).toHaveLength(6);
    expect(removeExpiredKeys(ring, keepUntil).keys).toHaveLength(4);
    expect(listStates(rotateExpecting(ring, keepUntil))).toEqual(both('previous', 'current', 'next'));
  });

  it('is due when the current key is old enough', () => {
    const ring = createRing(t0, newPair);
    expect(isRotationDue(ring, t0 + 99, 100)).toBe(false);
    expect(isRotationDue(ring, t0 + 100, 100)).toBe(true);
  });

  it('gives a ring of an earlier version keys for RS256, which sign once every verifier has them', () => {
    const { keys } = createRing(t0, newPair);
    const old: KeyRing = { version: 1, keys: keys.filter((key) => key.public.alg === 'ES256') };
    const added = addMissingKeys(old, t0 + 50, newPair);
    expect(listStates(added)).toEqual([['current', 'next'], ['next']]);
    expect(addMissingKeys(added, t0 + 60, newPair)).toBe(added);
    // Until then ID tokens are signed as before.
    expect(getCurrentKey(added, 'RS256').alg).toBe('ES256');
    expect(isRotationDue(added, t0 + 60, 10_000)).toBe(true);
    const notBefore = t0 + 50 + keySetMaxAge + clockSkew;
    expect(rotateRing(added, notBefore - 1, newPair)).toEqual({ rotated: false, notBefore });
    const after = rotateExpecting(added, notBefore);
    expect(getCurrentKey(after, 'RS256').alg).toBe('RS256');
    expect(isRotationDue(after, notBefore + 60, 10_000)).toBe(false);
  });

  it('never rejects a token: two stale signers and verifiers, rotations as often as allowed', async () => {
    const step = 110;
    const history: { at: number; ring: KeyRing }[] = [{ at: t0, ring: createRing(t0, newPair) }];
    const ringAt = (moment: number) =>
      history.findLast((entry) => entry.at <= Math.max(moment, t0))?.ring ?? createRing(t0, newPair);
    const tokens: { token: string; iat: number }[] = [];
    let checks = 0;
    for (let now = t0; now < t0 + 3 * tokenLifetime; now += step) {
      const rotation = rotateRing(ringAt(now), now, newPair);
      if (rotation.rotated) history.push({ at: now, ring: rotation.ring });
      const signer = getCurrentKey(ringAt(now - keySetMaxAge), 'ES256');
      tokens.push({
        iat: now,
        token: await signAccessToken(
          {
            iss: 'i',
            aud: 'rostrum',
            sub: 's',
            client_id: 'c',
            iat: now,
            exp: now + tokenLifetime,
            jti: 'j',
            tenant: 't',
          },
          signer,
        ),
      });
      for (const stale of [0, keySetMaxAge]) {
        const keys = removeExpiredKeys(ringAt(now - stale), now - stale).keys;
        const probe = tokens[Math.max(0, tokens.length - 1 - (checks % 32))];
        if (!probe || probe.iat + tokenLifetime <= now) continue;
        const verified = await verifyAccessToken(probe.token, {
          issuer: 'i',
          now: new Date(now * 1000),
          findKey: async (kid) => {
            const found = keys.find((key) => key.kid === kid);
            return found && createPublicKey({ key: found.public, format: 'jwk' });
          },
        });
        expect(verified).toMatchObject({ ok: true });
        checks++;
      }
    }
    expect(history.length).toBeGreaterThan(10);
    expect(checks).toBeGreaterThan(100);
  });
});

describe('the secret', () => {
  it('contains the key ring as text', () => {
    const ring = createRing(t0, newPair);
    expect(parseRing(serializeRing(ring))).toEqual(ring);
    expect(parseRing('')).toBeUndefined();
    expect(parseRing(undefined)).toBeUndefined();
  });

  it('that contains something else is refused, and its content is not shown', () => {
    expect(() => parseRing('hunter2')).toThrow(/does not contain a key ring/);
    expect(() => parseRing('{"version":2}')).toThrow(/version 1/);
  });
});
