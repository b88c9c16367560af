// Encrypts what the table stores in no readable form: AES-256-GCM with a key of its own for each place.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The key for one place, such as a tenant and what it stores there, so that a sealed text cannot be moved to another.
 * @param purpose what is sealed; the same place has another key for another purpose
 */
export const deriveSealingKey = (secret: string, place: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, place, purpose, 32));

/** The sealed bytes, in base64. */
export function seal(bytes: Uint8Array, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** @throws Error when the text was sealed with another key, or altered */
export function unseal(sealed: string, key: Buffer): Uint8Array {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
