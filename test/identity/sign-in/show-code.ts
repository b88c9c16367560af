// An authenticator: what it shows for a key.
import { computeCode, getStep } from '../../../functions/identity/second-factor/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator with this key shows now. */
export function showCode(secret: string): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return computeCode(key, getStep(new Date()));
}
