// Proves password hashing and the rules for new passwords.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGuessableWords } from './guessable-words.ts';
import {
  hashPassword,
  needsRehash,
  setHashCost,
  validatePassword,
  verifyDummyPassword,
  verifyPassword,
} from './passwords.ts';

const password = 'a quiet river, twice';

beforeAll(() => setHashCost('full'));
afterAll(() => setHashCost('none'));

describe('hashing', () => {
  it('writes the PHC string of argon2id with the OWASP parameters', async () => {
    expect(await hashPassword(password)).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it('draws a new salt every time', async () => {
    expect(await hashPassword(password)).not.toBe(await hashPassword(password));
  });

  it('accepts the same password, and no other', async () => {
    const hash = await hashPassword(password);
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(`${password} `, hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('treats two encodings of one text as the same (NIST SP 800-63B-4 3.1.1.2, NFKC)', async () => {
    const hash = await hashPassword('caf\u00e9 au lait, s\u2019il');
    expect(await verifyPassword('cafe\u0301 au lait, s\u2019il', hash)).toBe(true);
  });

  it('matches nothing when the stored text is not a hash', async () => {
    for (const broken of ['', 'x', '$argon2id$v=19$m=1,t=1,p=1$$', '$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA'])
      expect(await verifyPassword(password, broken)).toBe(false);
  });

  it('reads hashes made with other parameters and requests a new one', async () => {
    const older = (await hashPassword(password)).replace('t=2', 't=3');
    expect(needsRehash(older)).toBe(true);
    expect(await verifyPassword(password, older)).toBe(false);
    expect(needsRehash(await hashPassword(password))).toBe(false);
    expect(needsRehash('nonsense')).toBe(true);
  });

  it('returns false for an unknown user, and for a broken hash, after the work of a real verification', async () => {
    const hash = await hashPassword(password);
    const { argon2 } = crypto;
    const work: object[] = [];
    const recorded: typeof argon2 = (algorithm, { nonce, message, ...parameters }, done) => {
      work.push({ ...parameters, algorithm, message: message.toString(), salt: Buffer.byteLength(nonce) });
      argon2(algorithm, { nonce, message, ...parameters }, done);
    };
    try {
      Object.assign(crypto, { argon2: recorded });
      syncBuiltinESMExports();
      expect(await verifyPassword('wrong', hash)).toBe(false);
      expect(await verifyDummyPassword('wrong')).toBe(false);
      expect(await verifyPassword('wrong', 'broken')).toBe(false);
    } finally {
      Object.assign(crypto, { argon2 });
      syncBuiltinESMExports();
    }
    const [real] = work;
    expect(real).toEqual({
      ...{ algorithm: 'argon2id', message: 'wrong', salt: 16 },
      ...{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 },
    });
    expect(work).toEqual([real, real, real]);
  });
});

describe('rules for a new password', () => {
  const codes = async (text: string, name = 'ada.quill@example.org') =>
    (await validatePassword(text, name)).map((problem) => problem.code);

  it('requires length, not composition', async () => {
    expect(await codes('eleven char')).toEqual(['OUT_OF_RANGE']);
    expect(await codes('twelve chars')).toEqual([]);
    expect(await codes('only lower case words here')).toEqual([]);
    expect(await codes(`${'ab c'.repeat(64)}x`)).toEqual(['OUT_OF_RANGE']);
  });

  it('counts characters, not UTF-16 units', async () => {
    expect(await codes('\u{1F33E}\u{1F30A}\u{1F332}\u{1F33B}\u{1F341}\u{1F344}')).toEqual(['OUT_OF_RANGE']);
  });

  it('refuses the user name inside, in any case', async () => {
    expect(await codes('xx ADA.Quill xx')).toEqual(['NOT_ALLOWED']);
    expect(await codes('ann@accept.example', 'ann@accept.example')).toEqual(['NOT_ALLOWED']);
    expect(await codes('a band of badgers', 'bad')).toEqual([]);
  });

  it.each([
    'Password1234',
    'abababababab',
    '123456789012',
    'qwertyuiop[]',
    'P@ssw0rd1234',
    'iloveyou1234',
    '1qaz2wsx3edc',
    'trustno1trustno1',
    '202611222026',
  ])('refuses the common password or pattern %s', async (text) => {
    expect(await codes(text)).toEqual(['NOT_ALLOWED']);
  });

  const words = listGuessableWords(
    ['ada.quill@example.org', 'ada@home.example', 'cascadia', 'Cascadia Dental Society'],
    new Date('2026-11-29T12:00:00Z'),
  );

  it.each([
    'Summer2026!!',
    'Winter-2025!',
    'November2026',
    'RostrumRostrum',
    'R0strum2026!',
    'CascadiaCascadia',
    'cascadia dental',
    'Cascadia2026!',
    'quillquillquill',
    'HomeHomeHome1',
  ])('refuses %s, which is guessed by whoever knows the person (NIST SP 800-63B, 5.1.1.2)', async (text) => {
    const details = await validatePassword(text, 'somebody@example.org', words);
    expect(details.map(({ code }) => code)).toEqual(['NOT_ALLOWED']);
  });

  it('takes a phrase that has such a word beside others', async () => {
    for (const text of ['gravel harbor otter rostrum', 'cascadia plum otter gravel', 'tRq8!vLz2#mWx'])
      expect(await validatePassword(text, 'somebody@example.org', words)).toEqual([]);
  });

  it('accepts a phrase and a random text', async () => {
    for (const text of ['gravel harbor otter plum', 'tRq8!vLz2#mWx', 'Möwen über dem Deich'])
      expect(await codes(text)).toEqual([]);
  });

  it('reports every error at once', async () => {
    expect(await codes('quinn', 'quinn')).toEqual(['OUT_OF_RANGE', 'NOT_ALLOWED']);
  });
});
