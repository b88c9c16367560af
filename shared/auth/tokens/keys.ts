// The ring of signing keys: how keys are generated, rotated without rejecting a token, and published.
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';
import { clockSkew, tokenLifetime } from './tokens.ts';

/** How long the published key set and the signing ring may be cached, in seconds. */
export const keySetMaxAge = 300;

/**
 * The algorithms of keys: access tokens are signed with ES256, ID tokens with what the client is registered for. RS256 is
 * what every OpenID provider offers (OpenID Connect Discovery 1.0, 3, id_token_signing_alg_values_supported).
 */
export const signingAlgorithms = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

const common = { kid: z.string(), use: z.literal('sig') };

/** A published key of a JWK Set (RFC 7517). */
export const PublicJwk = z.discriminatedUnion('kty', [
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    ...common,
    alg: z.literal('ES256'),
  }),
  z.strictObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), ...common, alg: z.literal('RS256') }),
]);
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
  const { kty, crv, x, y, n, e, kid, use, alg } = sent;
  if (use !== 'sig' || typeof kid !== 'string') return undefined;
  if (kty === 'EC' && crv === 'P-256' && alg === 'ES256' && typeof x === 'string' && typeof y === 'string')
    return { kty, crv, x, y, kid, use, alg };
  if (kty === 'RSA' && alg === 'RS256' && typeof n === 'string' && typeof e === 'string')
    return { kty, n, e, kid, use, alg };
  return undefined;
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

/** What a new key has, before it has a state. */
type KeyPair = Pick<RingKey, 'kid' | 'privateKey' | 'public'>;
type CreatePair = (algorithm: SigningAlgorithm) => KeyPair;

/** The id of a key: the thumbprint of its public half, whose required members come in this order (RFC 7638 3). */
const computeKeyId = (members: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url');

const encodePrivateKey = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'pkcs8' }).toString('base64');

/** A new key pair. RSA keys have 2048 bits, the least that RS256 takes (RFC 7518 3.3). */
export function generateKeyPair(algorithm: SigningAlgorithm): KeyPair {
  if (algorithm === 'RS256') {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const kid = computeKeyId({ e, kty: 'RSA', n });
    const published = { kty: 'RSA', n, e, kid, use: 'sig', alg: 'RS256' } as const;
    return { kid, privateKey: encodePrivateKey(privateKey), public: published };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const kid = computeKeyId({ crv: 'P-256', kty: 'EC', x, y });
  const published = { kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' } as const;
  return { kid, privateKey: encodePrivateKey(privateKey), public: published };
}

const findKey = (ring: KeyRing, state: RingKey['state'], algorithm: SigningAlgorithm): RingKey | undefined =>
  ring.keys.find((key) => key.state === state && key.public.alg === algorithm);

/**
 * The first ring of a platform: for each algorithm a key that signs at once, because no verifier has an older set, and the
 * next key.
 */
export const createRing = (now: number, newPair: CreatePair = generateKeyPair): KeyRing => ({
  version: 1,
  keys: signingAlgorithms.flatMap((algorithm): RingKey[] => [
    { ...newPair(algorithm), state: 'current', since: now },
    { ...newPair(algorithm), state: 'next', since: now },
  ]),
});

/**
 * The ring with a next key of each algorithm: one of an earlier version has none for RS256. It signs after the next rotation,
 * when every verifier has it.
 */
export function addMissingKeys(ring: KeyRing, now: number, newPair: CreatePair = generateKeyPair): KeyRing {
  const missing = signingAlgorithms.filter((algorithm) => !findKey(ring, 'next', algorithm));
  const added = missing.map((algorithm): RingKey => ({ ...newPair(algorithm), state: 'next', since: now }));
  return added.length === 0 ? ring : { version: 1, keys: [...ring.keys, ...added] };
}

export type Rotation =
  | { readonly rotated: true; readonly ring: KeyRing }
  | { readonly rotated: false; readonly notBefore: number };

/**
 * Rotates a ring at `now` (epoch seconds): of each algorithm the next key signs, the current one only verifies, a new next
 * key is published. A rotation never causes a valid token to be rejected:
 * - the next key signs only once every verifier that caches the key set for `keySetMaxAge` has it; an earlier rotation
 *   is not done, and `notBefore` says when it may be;
 * - the previous key stays published until its last token has expired, including tokens of signers that cache the old
 *   ring for up to `keySetMaxAge`.
 */
export function rotateRing(ring: KeyRing, now: number, newPair: CreatePair = generateKeyPair): Rotation {
  const next = ring.keys.filter((key) => key.state === 'next');
  if (next.length < signingAlgorithms.length)
    throw new Error('The key ring has no next key; it was not written by this platform.');
  const notBefore = Math.max(...next.map(({ since }) => since)) + keySetMaxAge + clockSkew;
  if (now < notBefore) return { rotated: false, notBefore };
  const keepUntil = now + keySetMaxAge + tokenLifetime + clockSkew;
  const keys = ring.keys.flatMap((key): RingKey[] => {
    if (key.state === 'next') return [{ ...key, state: 'current', since: now }];
    if (key.state === 'current') return [{ ...key, state: 'previous', since: now, keepUntil }];
    return (key.keepUntil ?? 0) > now ? [key] : [];
  });
  return {
    rotated: true,
    ring: addMissingKeys({ version: 1, keys }, now, newPair),
  };
}

/** The ring without the previous keys whose last token has expired at `now`; for runs that do not rotate. */
export function removeExpiredKeys(ring: KeyRing, now: number): KeyRing {
  return {
    version: 1,
    keys: ring.keys.filter((key) => key.state !== 'previous' || (key.keepUntil ?? 0) > now),
  };
}

/** Whether a current key has signed for `period` seconds and is due to be replaced, or an algorithm has none yet. */
export const isRotationDue = (ring: KeyRing, now: number, period: number): boolean =>
  signingAlgorithms.some((algorithm) => {
    const current = findKey(ring, 'current', algorithm);
    return !current || now - current.since >= period;
  });

/** A private key with the id under which its public half is published. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly key: KeyObject;
}

/**
 * The key that signs with an algorithm. A ring of an earlier version has none for RS256 until the next rotations: ID tokens are
 * signed with ES256 until then, as they were before. Throws when the ring holds none at all.
 */
export function getCurrentKey(ring: KeyRing, algorithm: SigningAlgorithm): SigningKey {
  const current = findKey(ring, 'current', algorithm) ?? findKey(ring, 'current', 'ES256');
  if (!current) throw new Error('The key ring has no current key.');
  const der = Buffer.from(current.privateKey, 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { kid: current.kid, alg: current.public.alg, key };
}

/** The JWK Set to publish (RFC 7517 5): only public members, in a stable order, by algorithm. */
export function buildKeySet(keys: readonly Readonly<Record<string, string>>[]): { keys: PublicJwk[] } {
  const published = keys.map((key) => {
    const read = readPublicJwk(key);
    if (!read) throw new Error('A key to publish is not a public key of this platform.');
    return read;
  });
  const order = ({ alg, kid }: PublicJwk) => `${alg} ${kid}`;
  return { keys: published.sort((a, b) => (order(a) < order(b) ? -1 : 1)) };
}
