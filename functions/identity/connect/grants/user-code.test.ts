import { expect, it } from 'vitest';
import { formatUserCode, generateUserCode, parseUserCode } from './user-code.ts';

it('a user code has eight consonants, shown in two groups (RFC 8628 6.1)', () => {
  const codes = Array.from({ length: 200 }, generateUserCode);
  for (const code of codes)
    expect(formatUserCode(code)).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  expect(new Set(codes).size).toBe(200);
  expect(new Set(codes.join('')).size).toBe(20);
});

it.each(['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'W.D.J.B–M.J.H.T'])(
  '%s is read as the same code',
  (text) => {
    expect(parseUserCode(text)).toBe('WDJBMJHT');
  },
);

it.each(['', 'WDJB-MJH', 'WDJB-MJHTT', 'WDJB-MJHA', 'WDJB-MJH1', 'WDJB-MJHY'])('%s is no code', (text) => {
  expect(parseUserCode(text)).toBeUndefined();
});
