// Proves which tokens a revocation of all tokens includes.
import { expect, it } from 'vitest';
import { computeRevokedBefore } from './revocation.ts';

const now = new Date('2027-03-01T12:00:00.500Z');
const seconds = Math.floor(now.getTime() / 1000);

it('a revocation also revokes the tokens of its own second', () => {
  expect(computeRevokedBefore(now, 0)).toBe(seconds + 1);
});

it('a second revocation within one second also revokes the tokens that were issued for the next second', () => {
  expect(computeRevokedBefore(now, computeRevokedBefore(now, 0))).toBe(seconds + 2);
});
