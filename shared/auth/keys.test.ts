// Proves that signing keys rotate without a rejected token, and what is published of them.
import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
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
  serializeRing,
} from './keys.ts';
import { signAccessToken } from './sign-token.ts';
import { clockSkew, tokenLifetime, verifyAccessToken } from './tokens.ts';

const t0 = 1_800_000_000;

function rotateExpecting(ring: KeyRing, now: number): KeyRing {
  const rotation = rotateRing(ring, now);
  if (!rotation.rotated) throw new Error('not yet');
  return rotation.ring;
}

describe('key pairs', () => {
  it('are named by their thumbprint (RFC 7638 3)', () => {
    const pair = generateKeyPair();
    expect(pair.kid).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(pair.public.kid).toBe(pair.kid);
    expect(pair.public).not.toHaveProperty('d');
  });
});

describe('the published set (RFC 7517)', () => {
  it('contains at least two keys, with public members only', () => {
    const ring = createRing(t0);
    const leaky = ring.keys.map((key) => ({ ...key.public, d: 'private' }));
    const set = buildKeySet(leaky);
    expect(set.keys).toHaveLength(2);
    expect(JSON.stringify(set)).not.toContain('private');
    expect(Object.keys(set.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

describe('rotation', () => {
  it('waits until every verifier can have seen the next key', () => {
    const ring = createRing(t0);
    const notBefore = t0 + keySetMaxAge + clockSkew;
    expect(rotateRing(ring, notBefore - 1)).toEqual({ rotated: false, notBefore });
    expect(rotateRing(ring, notBefore).rotated).toBe(true);
  });

  it('signs with the key that was next and publishes another', () => {
    const ring = createRing(t0);
    const after = rotateExpecting(ring, t0 + 1000);
    expect(after.keys.map((key) => key.state)).toEqual(['previous', 'current', 'next']);
    expect(getCurrentKey(after).kid).toBe(ring.keys.find((key) => key.state === 'next')?.kid);
  });

  it('drops a previous key only when its last token has expired everywhere', () => {
    const ring = rotateExpecting(createRing(t0), t0 + 1000);
    const keepUntil = t0 + 1000 + keySetMaxAge + tokenLifetime + clockSkew;
    expect(removeExpiredKeys(ring, keepUntil - 1).keys).toHaveLength(3);
    expect(removeExpiredKeys(ring, keepUntil).keys).toHaveLength(2);
    expect(rotateExpecting(ring, keepUntil).keys.map((key) => key.state)).toEqual([
      'previous',
      'current',
      'next',
    ]);
  });

  it('is due when the current key is old enough', () => {
    const ring = createRing(t0);
    expect(isRotationDue(ring, t0 + 99, 100)).toBe(false);
    expect(isRotationDue(ring, t0 + 100, 100)).toBe(true);
  });

  it('never rejects a token: two stale signers and verifiers, rotations as often as allowed', async () => {
    const step = 110;
    const history: { at: number; ring: KeyRing }[] = [{ at: t0, ring: createRing(t0) }];
    const ringAt = (moment: number) =>
      history.findLast((entry) => entry.at <= Math.max(moment, t0))?.ring ?? createRing(t0);
    const tokens: { token: string; iat: number }[] = [];
    let checks = 0;
    for (let now = t0; now < t0 + 3 * tokenLifetime; now += step) {
      const rotation = rotateRing(ringAt(now), now);
      if (rotation.rotated) history.push({ at: now, ring: rotation.ring });
      const signer = getCurrentKey(ringAt(now - keySetMaxAge));
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
    const ring = createRing(t0);
    expect(parseRing(serializeRing(ring))).toEqual(ring);
    expect(parseRing('')).toBeUndefined();
    expect(parseRing(undefined)).toBeUndefined();
  });

  it('that contains something else is refused, and its content is not shown', () => {
    expect(() => parseRing('hunter2')).toThrow(/does not contain a key ring/);
    expect(() => parseRing('{"version":2}')).toThrow(/version 1/);
  });
});
