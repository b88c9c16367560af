// Proves how client secrets are made, stored and checked.
import { describe, expect, it } from 'vitest';
import { findMatchingSecret, generateSecret, hashSecret, liveSecrets, type StoredSecret } from './secrets.ts';

const now = new Date('2027-03-01T12:00:00Z');
const buildSecret = (text: string, id: string, expires?: string): StoredSecret => ({
  id,
  hash: hashSecret(text),
  createdDate: '2027-01-01T00:00:00Z',
  expires,
});

describe('client secrets', () => {
  it('have a prefix, 256 bits and a checksum', () => {
    const secret = generateSecret();
    expect(secret).toMatch(/^rst_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/);
    expect(generateSecret()).not.toBe(secret);
  });

  it('end in the CRC-32 of their random part', () => {
    expect(generateSecret(Buffer.alloc(32, 7))).toBe(
      'rst_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcd61932ea',
    );
  });

  it('are stored only as a hash', () => {
    const secret = generateSecret();
    expect(JSON.stringify(buildSecret(secret, 'a'))).not.toContain(secret.slice(4, 20));
  });

  it('work both during a rotation', () => {
    const [first, second] = [generateSecret(), generateSecret()];
    const secrets = [buildSecret(first, 'a'), buildSecret(second, 'b')];
    expect(findMatchingSecret(first, secrets, now)?.id).toBe('a');
    expect(findMatchingSecret(second, secrets, now)?.id).toBe('b');
    expect(findMatchingSecret(generateSecret(), secrets, now)).toBeUndefined();
    expect(findMatchingSecret('', secrets, now)).toBeUndefined();
  });

  it('stop at the second they expire', () => {
    const secret = generateSecret();
    expect(
      findMatchingSecret(secret, [buildSecret(secret, 'a', '2027-03-01T12:00:00Z')], now),
    ).toBeUndefined();
    expect(findMatchingSecret(secret, [buildSecret(secret, 'a', '2027-03-01T12:00:01Z')], now)?.id).toBe('a');
    expect(liveSecrets([buildSecret(secret, 'a', '2027-02-01T00:00:00Z')], now)).toEqual([]);
  });
});
