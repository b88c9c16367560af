// Client secrets: how they are generated, stored and checked, with two valid ones during a rotation.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of every secret, by which a scanner finds one that leaked into a repository. */
const secretPrefix = 'rst_';
/** A client has at most two valid secrets: the old one and the one that replaces it. */
export const maxLiveSecrets = 2;

/** A stored secret: never the text, only its SHA-256. Dates are ISO 8601 UTC. */
export interface StoredSecret {
  readonly id: string;
  readonly hash: string;
  readonly createdDate: string;
  /** When it expires; never when absent. */
  readonly expires?: string | undefined;
}

const computeChecksum = (body: string) => crc32(body).toString(16).padStart(8, '0');

/**
 * Generates a client secret: prefix, 256 random bits in base64url, and their CRC-32 in eight hexadecimal digits, by
 * which a secret scanner recognizes a real one.
 */
export function generateSecret(random: Buffer = randomBytes(32)): string {
  const body = random.toString('base64url');
  return `${secretPrefix}${body}${computeChecksum(body)}`;
}

/**
 * The stored hash of a secret. A secret of 256 random bits cannot be guessed, so one round of SHA-256 is enough where a
 * password needs argon2id.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('base64url');
}

/** The secrets that are valid at `now`. */
export function liveSecrets(secrets: readonly StoredSecret[], now: Date): StoredSecret[] {
  return secrets.filter((secret) => !secret.expires || Date.parse(secret.expires) > now.getTime());
}

/**
 * The valid secret with this text, or undefined.
 * Every valid hash is compared in constant time, so the time does not reveal which one matched.
 */
export function findMatchingSecret(
  text: string,
  secrets: readonly StoredSecret[],
  now: Date,
): StoredSecret | undefined {
  const hash = createHash('sha256').update(text, 'utf8').digest();
  let match: StoredSecret | undefined;
  for (const secret of liveSecrets(secrets, now)) {
    const stored = Buffer.from(secret.hash, 'base64url');
    if (stored.length === hash.length && timingSafeEqual(stored, hash)) match = secret;
  }
  return match;
}
