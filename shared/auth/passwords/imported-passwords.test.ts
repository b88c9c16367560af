// Hashes as other systems publish them are verified, and what would take too long is refused.
import { createHmac, pbkdf2Sync } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { expect, it } from 'vitest';
import { maxWork, readImportedHash } from './imported-passwords.ts';
import { needsRehash, verifyPassword } from './passwords.ts';

const rfc7914 = 'cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw';

it.each([
  [
    'PHP, https://www.php.net/manual/en/function.password-verify.php',
    'rasmuslerdorf',
    '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a',
  ],
  ['phpass 0.3, test.php', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['phpBB 3, the same with another beginning', 'test12345', '$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  [
    'Drupal 7, John the Ripper drupal7_fmt_plug.c',
    'password',
    '$S$CFURCPa.k6FAEbJPgejaW4nijv7rYgGc4dUJtChQtV4KLJTPTC/u',
  ],
  [
    'Drupal 7, John the Ripper drupal7_fmt_plug.c',
    'virtualabc',
    '$S$CwkjgAKeSx2imSiN3SyBEg8e0sgE2QOx4a/VIfCHN0BZUNAWCr1X',
  ],
  [
    'passlib, pbkdf2_digest.rst',
    'password',
    '$pbkdf2-sha256$6400$.6UI/S.nXIk8jcbdHx3Fhg$98jZicV16ODfEsEZeYPGHU3kbrUrvUEXOPimVSQDD44',
  ],
  [
    'RFC 7914, 12',
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${Buffer.from('SodiumChloride').toString('base64').replace(/=+$/, '')}$${rfc7914}`,
  ],
])('%s: %s', async (_, password, hash) => {
  expect(await readImportedHash(hash)?.(password)).toBe(true);
  expect(await readImportedHash(hash)?.(`${password} `)).toBe(false);
  expect(await verifyPassword(password, hash)).toBe(true);
  expect(await verifyPassword('another', hash)).toBe(false);
  // Replaced at the first sign-in.
  expect(needsRehash(hash)).toBe(true);
});

it('WordPress 6.8: bcrypt of a keyed hash (wp_hash_password, wp_check_password)', async () => {
  const password = 'a long one '.repeat(12);
  const keyed = createHmac('sha384', 'wp-sha384').update(password).digest('base64');
  const hash = `$wp${bcrypt.hashSync(keyed, 4).replace('$2b$', '$2y$')}`;
  expect(await verifyPassword(password, hash)).toBe(true);
  expect(await verifyPassword(password.slice(0, 80), hash)).toBe(false);
});

it('Django: pbkdf2_sha256$<iterations>$<salt>$<hash> (django.contrib.auth.hashers)', async () => {
  const tag = pbkdf2Sync('a secret', 'saltOfDjango', 1000, 32, 'sha256').toString('base64');
  expect(await verifyPassword('a secret', `pbkdf2_sha256$1000$saltOfDjango$${tag}`)).toBe(true);
});

const salt = 'c2FsdHNhbHQ';
const tag = 'x'.repeat(43);
it.each([
  ['$2y$31$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq'],
  ['$2y$14$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq'],
  ['$2y$03$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq'],
  ['$wp$2y$31$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq'],
  ['$P$UIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['$P$GIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['$S$UFURCPa.k6FAEbJPgejaW4nijv7rYgGc4dUJtChQtV4KLJTPTC/u'],
  [`$pbkdf2-sha256$2000001$${salt}$${tag}`],
  [`$pbkdf2-sha256$0$${salt}$${tag}`],
  [`pbkdf2_sha256$9999999$saltOfDjango$${tag}=`],
  [`$scrypt$ln=17,r=8,p=1$${salt}$${tag}`],
  [`$scrypt$ln=99,r=8,p=1$${salt}$${tag}`],
  [`$scrypt$ln=14,r=8,p=5$${salt}$${tag}`],
  [`$scrypt$ln=0,r=0,p=0$${salt}$${tag}`],
  ['5f4dcc3b5aa765d61d8327deb882cf99'],
  ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0\n'],
  [''],
  ['$'.repeat(100_000)],
])('%s is refused, and nothing is computed', (hash) => {
  expect(readImportedHash(hash)).toBeUndefined();
});

it('the largest work of each form is accepted', () => {
  const cost = String(maxWork.bcryptCost);
  for (const hash of [
    `$2y$${cost}$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq`,
    '$P$FIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
    `$pbkdf2-sha256$${maxWork.pbkdf2Iterations}$${salt}$${tag}`,
    `$scrypt$ln=16,r=8,p=${maxWork.scryptParallelism}$${salt}$${tag}`,
  ])
    expect(readImportedHash(hash), hash).toBeDefined();
});
