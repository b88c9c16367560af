// User codes: what a device shows and a person enters on another one (RFC 8628 6.1).
import { randomInt } from 'node:crypto';

/** Consonants alone: no words come of them, and none looks like a digit. Eight of them are 34 bits. */
const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';
const userCodeLength = 8;

const userCodePattern = new RegExp(`^[${userCodeLetters}]{${userCodeLength}}$`);

/** The page on which a person enters a user code, below the address of the area. */
export const userCodePath = '/device';

/** A new user code. */
export const generateUserCode = (): string =>
  Array.from({ length: userCodeLength }, () => userCodeLetters[randomInt(userCodeLetters.length)]).join('');

/** As it is shown: `BCDF-GHJK`. */
export const formatUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code that a person has entered, in any case and with whatever stands between the letters; undefined for other texts. */
export function parseUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return userCodePattern.test(code) ? code : undefined;
}
