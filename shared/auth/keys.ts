// The ring of signing keys: how keys are generated, rotated without rejecting a token, and published.
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';
import { clockSkew, tokenLifetime } from './tokens.ts';

/** How long the published key set and the signing ring may be cached, in seconds. */
export const keySetMaxAge = 300;

/** A published key of a JWK Set (RFC 7517). */
export const PublicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('ES256'),
});
export type PublicJwk = z.infer<typeof PublicJwk>;

const keyStates = ['next', 'current', 'previous'] as const;

/** A key of the ring. */
export interface RingKey {
  readonly kid: string;
  /** The private key as PKCS #8 in base64. */
  readonly privateKey: string;
  readonly public: PublicJwk;
  /** `next` is published and does not sign yet, `current` signs, `previous` only verifies. */
  readonly state: (typeof keyStates)[number];
  /** Epoch seconds at which the key entered its state. */
  readonly since: number;
  /** Of a previous key: epoch seconds from which no unexpired token of it can exist. */
  readonly keepUntil?: number | undefined;
}

/** The private ring, stored as JSON in the secret: one current key, one next, any number of previous ones. */
export interface KeyRing {
  readonly version: 1;
  readonly keys: readonly RingKey[];
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The members of a published key of ours; undefined for anything else. */
function readPublicJwk(sent: unknown): PublicJwk | undefined {
  if (!isMembers(sent)) return undefined;
  const { kty, crv, x, y, kid, use, alg } = sent;
  const isOurs = kty === 'EC' && crv === 'P-256' && use === 'sig' && alg === 'ES256';
  if (!isOurs || typeof x !== 'string' || typeof y !== 'string' || typeof kid !== 'string') return undefined;
  return { kty, crv, x, y, kid, use, alg };
}

/** A key of a stored ring; undefined for anything else. Read without zod, which each token would wait for. */
function readRingKey(stored: unknown): RingKey | undefined {
  if (!isMembers(stored)) return undefined;
  const { kid, privateKey, since, keepUntil } = stored;
  const state = keyStates.find((name) => name === stored.state);
  const published = readPublicJwk(stored.public);
  if (typeof kid !== 'string' || typeof privateKey !== 'string' || !state || !published) return undefined;
  if (!Number.isSafeInteger(since) || !(keepUntil === undefined || Number.isSafeInteger(keepUntil)))
    return undefined;
  return {
    ...{ kid, privateKey, public: published, state, since: Number(since) },
    ...(keepUntil !== undefined && { keepUntil: Number(keepUntil) }),
  };
}

/** Reads the ring from the secret's text; undefined when the secret was never written. Throws on any other text. */
export function parseRing(secret: string | undefined): KeyRing | undefined {
  if (secret === undefined || secret === '') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(secret);
  } catch {
    throw new Error('The signing-key secret does not contain a key ring: it is not JSON.');
  }
  const { version, keys } = isMembers(json) ? json : {};
  const read = Array.isArray(keys) ? keys.map(readRingKey) : [undefined];
  const known = read.filter((key) => key !== undefined);
  if (version !== 1 || known.length < read.length)
    throw new Error('The signing-key secret does not contain a key ring of version 1.');
  return { version, keys: known };
}

/** The secret's text for a ring. */
export const serializeRing = (ring: KeyRing): string => JSON.stringify(ring);

/** A new ES256 key pair; its id is the JWK thumbprint of the public half (RFC 7638). */
export function generateKeyPair(): Pick<RingKey, 'kid' | 'privateKey' | 'public'> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  return {
    kid,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    public: { kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' },
  };
}

/** The first ring of a platform: a key that signs at once, because no verifier has an older set, and the next key. */
export function createRing(
  now: number,
  newPair: () => ReturnType<typeof generateKeyPair> = generateKeyPair,
): KeyRing {
  return {
    version: 1,
    keys: [
      { ...newPair(), state: 'current', since: now },
      { ...newPair(), state: 'next', since: now },
    ],
  };
}

export type Rotation =
  | { readonly rotated: true; readonly ring: KeyRing }
  | { readonly rotated: false; readonly notBefore: number };

/**
 * Rotates a ring at `now` (epoch seconds): the next key signs, the current one only verifies, a new next key is
 * published. A rotation never causes a valid token to be rejected:
 * - the next key signs only once every verifier that caches the key set for `keySetMaxAge` has it; an earlier rotation
 *   is not done, and `notBefore` says when it may be;
 * - the previous key stays published until its last token has expired, including tokens of signers that cache the old
 *   ring for up to `keySetMaxAge`.
 */
export function rotateRing(
  ring: KeyRing,
  now: number,
  newPair: () => ReturnType<typeof generateKeyPair> = generateKeyPair,
): Rotation {
  const next = ring.keys.find((key) => key.state === 'next');
  if (!next) throw new Error('The key ring has no next key; it was not written by this platform.');
  const notBefore = next.since + keySetMaxAge + clockSkew;
  if (now < notBefore) return { rotated: false, notBefore };
  const keepUntil = now + keySetMaxAge + tokenLifetime + clockSkew;
  const keys = ring.keys.flatMap((key): RingKey[] => {
    if (key.state === 'next') return [{ ...key, state: 'current', since: now }];
    if (key.state === 'current') return [{ ...key, state: 'previous', since: now, keepUntil }];
    return (key.keepUntil ?? 0) > now ? [key] : [];
  });
  return {
    rotated: true,
    ring: { version: 1, keys: [...keys, { ...newPair(), state: 'next', since: now }] },
  };
}

/** The ring without the previous keys whose last token has expired at `now`; for runs that do not rotate. */
export function removeExpiredKeys(ring: KeyRing, now: number): KeyRing {
  return {
    version: 1,
    keys: ring.keys.filter((key) => key.state !== 'previous' || (key.keepUntil ?? 0) > now),
  };
}

/** Whether the current key has signed for `period` seconds and is due to be replaced. */
export function isRotationDue(ring: KeyRing, now: number, period: number): boolean {
  const current = ring.keys.find((key) => key.state === 'current');
  return !current || now - current.since >= period;
}

/** The key that signs. Throws when the ring holds none. */
export function getCurrentKey(ring: KeyRing): { readonly kid: string; readonly key: KeyObject } {
  const current = ring.keys.find((key) => key.state === 'current');
  if (!current) throw new Error('The key ring has no current key.');
  const der = Buffer.from(current.privateKey, 'base64');
  return { kid: current.kid, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}

/** The JWK Set to publish (RFC 7517 5): only public members, in a stable order. */
export function buildKeySet(keys: readonly Readonly<Record<string, string>>[]): { keys: PublicJwk[] } {
  const published = keys.map((key) => {
    const read = readPublicJwk(key);
    if (!read) throw new Error('A key to publish is not a public key for ES256.');
    return read;
  });
  return { keys: published.sort((a, b) => (a.kid < b.kid ? -1 : 1)) };
}
