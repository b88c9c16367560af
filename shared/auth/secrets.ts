// Client secrets: how they are made, kept and checked, with two alive during a rotation.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every secret begins with, so that a scanner finds one that has leaked into a repository. */
const secretPrefix = 'rst_';
/** A client never has more than two secrets that work: the old one and the one that replaces it. */
export const maxLiveSecrets = 2;

/** A secret as it is kept: never the text, only its SHA-256. Dates are ISO 8601 UTC. */
export interface StoredSecret {
  readonly id: string;
  readonly hash: string;
  readonly createdDate: string;
  /** When it stops working; without it, never. */
  readonly expires?: string | undefined;
}

const computeChecksum = (body: string) => crc32(body).toString(16).padStart(8, '0');

/**
 * Makes a client secret: prefix, 256 random bits in base64url, and the CRC-32 of these
 * in eight hexadecimal digits, by which a secret scanner tells a real one from a look-alike.
 */
export function generateSecret(random: Buffer = randomBytes(32)): string {
  const body = random.toString('base64url');
  return `${secretPrefix}${body}${computeChecksum(body)}`;
}

/**
 * The hash under which a secret is kept. A secret of 256 random bits cannot be guessed,
 * so one round of SHA-256 is enough where a password needs argon2id.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('base64url');
}

/** The secrets that work at `now`. */
export function liveSecrets(secrets: readonly StoredSecret[], now: Date): StoredSecret[] {
  return secrets.filter((secret) => !secret.expires || Date.parse(secret.expires) > now.getTime());
}

/**
 * The live secret that a given text is, or undefined.
 * Every live hash is compared, each in constant time, so the time tells nothing about which one matched.
 */
export function findMatchingSecret(
  text: string,
  secrets: readonly StoredSecret[],
  now: Date,
): StoredSecret | undefined {
  const given = createHash('sha256').update(text, 'utf8').digest();
  let found: StoredSecret | undefined;
  for (const secret of liveSecrets(secrets, now)) {
    const kept = Buffer.from(secret.hash, 'base64url');
    if (kept.length === given.length && timingSafeEqual(kept, given)) found = secret;
  }
  return found;
}
