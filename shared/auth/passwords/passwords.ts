// Passwords: argon2id hashes in PHC string form, and the rules of new passwords.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ErrorDetail, Failure, invalid } from '../../errors/failure.ts';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const owaspParameters = { memory: 19_456, passes: 2, parallelism: 1 };
let argonParameters = owaspParameters;
const tagLength = 32;
const saltLength = 16;

/**
 * Passwords are at least this many characters long (NIST SP 800-63B-4 3.1.1.2, rounded up from its advice of 8 with a
 * second factor).
 */
export const minPasswordLength = 12;
/** NIST requires at least 64; an upper bound keeps one sign-in from becoming a megabyte of hashing. */
export const maxPasswordLength = 256;

interface Phc {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/;

function parsePhc(hash: string): Phc | undefined {
  const found = phcPattern.exec(hash);
  if (!found) return undefined;
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const encodeUnpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** NFKC makes the different encodings of a password equal (NIST SP 800-63B-4 3.1.1.2). */
const normalizePassword = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8');

function deriveTag(password: string, parameters: Omit<Phc, 'tag'>, length: number): Promise<Buffer> {
  const { memory, passes, parallelism, salt } = parameters;
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message: normalizePassword(password), nonce: salt, memory, passes, parallelism, tagLength: length },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    );
  });
}

/**
 * Hashes a password for storage, as `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>` (PHC string format).
 * Takes about 20 ms and 19 MiB. `salt` is for tests; sixteen random bytes by default.
 */
export async function hashPassword(password: string, salt = randomBytes(saltLength)): Promise<string> {
  const tag = await deriveTag(password, { ...argonParameters, salt }, tagLength);
  const { memory, passes, parallelism } = argonParameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeUnpadded(salt)}$${encodeUnpadded(tag)}`;
}

/**
 * Whether a password is the one that was hashed, here or in the system from which the user was imported. Tags are compared
 * in constant time. A stored text that is no hash matches nothing, after the same work as a real one.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const phc = parsePhc(hash);
  if (!phc) {
    const { readImportedHash } = await import('./imported-passwords.ts');
    const verifyImported = readImportedHash(hash);
    return verifyImported ? verifyImported(password) : verifyDummyPassword(password);
  }
  const tag = await deriveTag(password, phc, phc.tag.length);
  return timingSafeEqual(tag, phc.tag);
}

const dummySalt = randomBytes(saltLength);

/**
 * Does the work of a verification and returns false: for a user name that nobody has, so that the response time does
 * not reveal whether the user exists (docs/interface/identity.md#sign-in-protection).
 */
export async function verifyDummyPassword(password: string): Promise<false> {
  await deriveTag(password, { ...argonParameters, salt: dummySalt }, tagLength);
  return false;
}

/** Whether a hash has other parameters than the current ones and should be replaced at the next sign-in. */
export function needsRehash(hash: string): boolean {
  const phc = parsePhc(hash);
  return (
    !phc ||
    phc.memory !== argonParameters.memory ||
    phc.passes !== argonParameters.passes ||
    phc.parallelism !== argonParameters.parallelism ||
    phc.tag.length !== tagLength
  );
}

/** A rule that a new password violates. */
export type PasswordFault =
  | { readonly rule: 'too-short' | 'too-long'; readonly length: number; readonly limit: number }
  | { readonly rule: 'user-name' | 'user-name-part' | 'common' };

const describeFault = (fault: PasswordFault): ErrorDetail => {
  const target = 'password';
  if (fault.rule === 'too-short' || fault.rule === 'too-long')
    return {
      ...{ code: 'OUT_OF_RANGE', target },
      message: `password must have at ${fault.rule === 'too-short' ? 'least' : 'most'} ${fault.limit} characters, but has ${fault.length}.`,
    };
  const messages = {
    'user-name': 'password must not contain the user name.',
    'user-name-part': 'password must not contain the part of the user name before the @.',
    common:
      'password must not be a common password, nor one of the names of the platform, the association or the person, or a season with a year; choose another.',
  };
  return { code: 'NOT_ALLOWED', target, message: messages[fault.rule] };
};

/** A new password is refused; a page says why in the language of the person. */
export class RefusedPassword extends Failure {
  readonly faults: readonly PasswordFault[];

  constructor(faults: readonly [PasswordFault, ...PasswordFault[]]) {
    const [first, ...others] = faults;
    const { code, message, target, details } = invalid([describeFault(first), ...others.map(describeFault)]);
    super(code, message, { target, details });
    this.faults = faults;
  }
}

/**
 * Every rule that a new password violates: its length, the user's own name, and how soon it would be
 * guessed, also from `words` that are known of the person; no rules of composition (NIST SP 800-63B-4 3.1.1.2).
 * Length counts characters, not UTF-16 units.
 */
export async function findPasswordFaults(
  password: string,
  userName: string,
  words: readonly string[] = [],
): Promise<PasswordFault[]> {
  const faults: PasswordFault[] = [];
  const text = password.normalize('NFKC');
  const length = [...text].length;
  const folded = text.toLowerCase();
  const name = userName.normalize('NFKC').trim().toLowerCase();
  const local = name.split('@')[0] ?? name;

  if (length < minPasswordLength) faults.push({ rule: 'too-short', length, limit: minPasswordLength });
  if (length > maxPasswordLength) faults.push({ rule: 'too-long', length, limit: maxPasswordLength });
  const contains = (part: string) => part === folded || (part.length >= 4 && folded.includes(part));
  if (contains(name)) faults.push({ rule: 'user-name' });
  else if (contains(local)) faults.push({ rule: 'user-name-part' });
  if (length < minPasswordLength || length > maxPasswordLength) return faults;
  // The lists of common passwords are megabytes: they are loaded only where a password is set.
  const { isCommonPassword } = await import('./common-passwords.ts');
  if (isCommonPassword(folded, words)) faults.push({ rule: 'common' });
  return faults;
}

/** Details for every rule that a new password violates. */
export const validatePassword = async (
  ...input: Parameters<typeof findPasswordFaults>
): Promise<ErrorDetail[]> => (await findPasswordFaults(...input)).map(describeFault);

/**
 * Makes new hashes nearly free, or as costly as they must be again. For tests, which hash thousands of passwords and prove
 * the cost once; nothing else may call it.
 */
export function setHashCost(cost: 'none' | 'full'): void {
  argonParameters = cost === 'full' ? owaspParameters : { memory: 8, passes: 1, parallelism: 1 };
}
