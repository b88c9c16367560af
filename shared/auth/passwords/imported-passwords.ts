// Hashes of other systems, with which users are imported: bcrypt, PBKDF2, scrypt and phpass, as CiviCRM, Drupal, WordPress and
// others store them. They are verified until the first sign-in, which replaces them. A hash says itself how much work it
// takes, so that each form has a limit: a hash beyond it is refused, and is never computed.
import { createHmac, hash as digest, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';

/** Verifies a password against one hash. */
type Verify = (password: string) => Promise<boolean>;

/** The most work of a hash; at each about half a second of one processor. */
export const maxWork = {
  /** The logarithm of bcrypt's rounds. */
  bcryptCost: 13,
  /** The logarithm of phpass's rounds. */
  phpassRounds: 17,
  pbkdf2Iterations: 2_000_000,
  /** Bytes that scrypt takes, 128 × N × r. */
  scryptBytes: 67_108_864,
  scryptParallelism: 4,
} as const;

const isSame = (first: Buffer, other: Buffer): boolean =>
  first.length === other.length && timingSafeEqual(first, other);

/** Base64 of PHC strings, without padding; passlib writes a dot for the plus. */
const decode = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');

/** `$2y$10$…` (PHP's password_hash, Drupal from version 10.1 on), also with `$2a$` and `$2b$`. */
function readBcrypt(hash: string): Verify | undefined {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
  if (cost === undefined || Number(cost) < 4 || Number(cost) > maxWork.bcryptCost) return undefined;
  return async (password) => (await import('bcryptjs')).default.compare(password, hash);
}

/** `$wp$2y$10$…` of WordPress from version 6.8 on: bcrypt of a keyed hash, which has no limit of 72 bytes. */
function readWordPress(hash: string): Verify | undefined {
  const verify = hash.startsWith('$wp$2y$') ? readBcrypt(hash.slice(3)) : undefined;
  return (
    verify &&
    (async (password) => {
      return verify(createHmac('sha384', 'wp-sha384').update(password, 'utf8').digest('base64'));
    })
  );
}

const phpassDigits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The base64 of phpass: the lowest bits first. */
function encodePhpass(bytes: Buffer): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const some = bytes.subarray(index, index + 3);
    const value = (some[0] ?? 0) | ((some[1] ?? 0) << 8) | ((some[2] ?? 0) << 16);
    for (let digit = 0; digit <= some.length; digit++) text += phpassDigits[(value >> (6 * digit)) & 63];
  }
  return text;
}

/** `$P$…` and `$H$…` (phpass, WordPress before 6.8) by MD5; `$S$…` (Drupal before 10.1, CiviCRM Standalone) by SHA-512. */
function readPhpass(hash: string): Verify | undefined {
  const isDrupal = /^\$S\$[./0-9A-Za-z]{52}$/.test(hash);
  if (!isDrupal && !/^\$[PH]\$[./0-9A-Za-z]{31}$/.test(hash)) return undefined;
  const rounds = phpassDigits.indexOf(hash[3] ?? '');
  if (rounds < 7 || rounds > maxWork.phpassRounds) return undefined;
  const algorithm = isDrupal ? 'sha512' : 'md5';
  return async (password) => {
    const text = Buffer.from(password, 'utf8');
    let value = digest(algorithm, Buffer.concat([Buffer.from(hash.slice(4, 12)), text]), 'buffer');
    for (let count = 2 ** rounds; count > 0; count--)
      value = digest(algorithm, Buffer.concat([value, text]), 'buffer');
    const computed = `${hash.slice(0, 12)}${encodePhpass(value)}`.slice(0, hash.length);
    return isSame(Buffer.from(computed), Buffer.from(hash));
  };
}

/** `$pbkdf2-sha256$<iterations>$<salt>$<hash>` (passlib; `i=` in PHC strings), and `pbkdf2_sha256$…` of Django. */
function readPbkdf2(hash: string): Verify | undefined {
  const [, name, count, salt = '', tag = ''] =
    /^\$pbkdf2-(sha256|sha512)\$(?:i=)?(\d{1,7})\$([A-Za-z0-9+/.]{4,86})\$([A-Za-z0-9+/.]{27,86})$/.exec(
      hash,
    ) ?? [];
  const [, django, djangoCount, text = '', djangoTag = ''] =
    /^pbkdf2_(sha256)\$(\d{1,7})\$([A-Za-z0-9]{4,64})\$([A-Za-z0-9+/]{43}=)$/.exec(hash) ?? [];
  const algorithm = name ?? django;
  const iterations = Number(count ?? djangoCount);
  if (algorithm === undefined || iterations < 1 || iterations > maxWork.pbkdf2Iterations) return undefined;
  const expected = decode(django ? djangoTag : tag);
  return (password) =>
    new Promise((resolve, reject) => {
      pbkdf2(
        Buffer.from(password, 'utf8'),
        django ? Buffer.from(text, 'utf8') : decode(salt),
        iterations,
        expected.length,
        algorithm,
        (error, computed) => (error ? reject(error) : resolve(isSame(computed, expected))),
      );
    });
}

/** `$scrypt$ln=15,r=8,p=1$<salt>$<hash>` (PHC strings, passlib). */
function readScrypt(hash: string): Verify | undefined {
  const [, ln, r, p, salt = '', tag = ''] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/.]{4,86})\$([A-Za-z0-9+/.]{22,88})$/.exec(
      hash,
    ) ?? [];
  if (ln === undefined) return undefined;
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  const bytes = 128 * options.N * options.r;
  const isPossible = options.N >= 2 && options.r >= 1 && options.p >= 1;
  if (!isPossible || bytes > maxWork.scryptBytes || options.p > maxWork.scryptParallelism) return undefined;
  const expected = decode(tag);
  return (password) =>
    new Promise((resolve, reject) => {
      scrypt(
        Buffer.from(password, 'utf8'),
        decode(salt),
        expected.length,
        { ...options, maxmem: 2 * maxWork.scryptBytes },
        (error, computed) => (error ? reject(error) : resolve(isSame(computed, expected))),
      );
    });
}

const readers = [readBcrypt, readWordPress, readPhpass, readPbkdf2, readScrypt];

/** How to verify a password against a hash of another system; undefined for an unknown form, or for too much work. */
export function readImportedHash(hash: string): Verify | undefined {
  for (const read of readers) {
    const verify = read(hash);
    if (verify) return verify;
  }
  return undefined;
}
