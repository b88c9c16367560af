// Proves password hashing and the rules for new passwords.
import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  needsRehash,
  validatePassword,
  verifyDummyPassword,
  verifyPassword,
} from './passwords.ts';

const password = 'a quiet river, twice';

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

  it('returns false for an unknown user after the work of a real verification', async () => {
    const hash = await hashPassword(password);
    const time = async (work: () => Promise<boolean>) => {
      const all: number[] = [];
      for (let i = 0; i < 7; i++) {
        const start = performance.now();
        expect(await work()).toBe(false);
        all.push(performance.now() - start);
      }
      return all.sort((a, b) => a - b)[3] ?? 0;
    };
    const known = await time(() => verifyPassword('wrong', hash));
    const unknown = await time(() => verifyDummyPassword('wrong'));
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });
});

describe('rules for a new password', () => {
  const codes = (text: string, name = 'ada.quill@example.org') =>
    validatePassword(text, name).map((problem) => problem.code);

  it('requires length, not composition', () => {
    expect(codes('eleven char')).toEqual(['OUT_OF_RANGE']);
    expect(codes('twelve chars')).toEqual([]);
    expect(codes('only lower case words here')).toEqual([]);
    expect(codes(`${'ab c'.repeat(64)}x`)).toEqual(['OUT_OF_RANGE']);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(codes('\u{1F33E}\u{1F30A}\u{1F332}\u{1F33B}\u{1F341}\u{1F344}')).toEqual(['OUT_OF_RANGE']);
  });

  it('refuses the user name inside, in any case', () => {
    expect(codes('xx ADA.Quill xx')).toEqual(['NOT_ALLOWED']);
    expect(codes('ann@accept.example', 'ann@accept.example')).toEqual(['NOT_ALLOWED']);
    expect(codes('a band of badgers', 'bad')).toEqual([]);
  });

  it('refuses the most common ones, and two repeated characters', () => {
    expect(codes('Password1234')).toEqual(['NOT_ALLOWED']);
    expect(codes('abababababab')).toEqual(['NOT_ALLOWED']);
  });

  it('reports every error at once', () => {
    expect(codes('quinn', 'quinn')).toEqual(['OUT_OF_RANGE', 'NOT_ALLOWED']);
  });
});
