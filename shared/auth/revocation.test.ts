// Proves what is kept of revoked tokens.
import { expect, it } from 'vitest';
import { revokedBeforeAt, withRevoked } from './revocation.ts';

const now = new Date('2027-03-01T12:00:00.500Z');
const seconds = Math.floor(now.getTime() / 1000);

it('a revocation takes the tokens of its own second too', () => {
  expect(revokedBeforeAt(now, 0)).toBe(seconds + 1);
});

it('a second revocation in one second takes what the first one moved into the next', () => {
  expect(revokedBeforeAt(now, revokedBeforeAt(now, 0))).toBe(seconds + 2);
});

it('one more token is revoked, expired ones are forgotten', () => {
  const revoked = { old: seconds - 3601, live: seconds + 5 };
  expect(withRevoked(revoked, { jti: 'new', exp: seconds + 60 }, now)).toEqual({
    live: seconds + 5,
    new: seconds + 60,
  });
});
