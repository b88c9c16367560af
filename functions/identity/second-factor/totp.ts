// Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 seconds, as every authenticator computes them.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const stepSeconds = 30;
export const digits = 6;
/** Codes of so many steps before and after the present one are accepted too (RFC 6238 5.2). */
const tolerance = 1;

/** A new key of 160 bits (RFC 4226 4). */
export const generateKey = (): Uint8Array => randomBytes(20);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648 6), in which people type keys. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** The code of a step (RFC 4226 5.3). */
export function computeCode(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of a moment. */
export const getStep = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The step whose code this is, later than the one used last; a code is used once (RFC 6238 5.2). */
export function findCodeStep(
  key: Uint8Array,
  code: string,
  now: Date,
  usedStep: number | undefined,
): number | undefined {
  const sent = Buffer.from(code.replace(/\s/g, ''));
  const present = getStep(now);
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, index) => present - tolerance + index);
  return steps.find((step) => {
    const expected = Buffer.from(computeCode(key, step));
    const isSame = sent.length === expected.length && timingSafeEqual(sent, expected);
    return isSame && step > (usedStep ?? -1);
  });
}

/** The address that authenticators read from a QR code. */
export const formatKeyUri = (userName: string, key: Uint8Array): string =>
  `otpauth://totp/${encodeURIComponent(`Rostrum:${userName}`)}?${new URLSearchParams({
    ...{ secret: encodeBase32(key), issuer: 'Rostrum' },
    ...{ algorithm: 'SHA1', digits: String(digits), period: String(stepSeconds) },
  })}`;
