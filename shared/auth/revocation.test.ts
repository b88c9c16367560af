// Proves which tokens a revocation of everything takes.
import { expect, it } from 'vitest';
import { computeRevokedBefore } from './revocation.ts';

const now = new Date('2027-03-01T12:00:00.500Z');
const seconds = Math.floor(now.getTime() / 1000);

it('a revocation takes the tokens of its own second too', () => {
  expect(computeRevokedBefore(now, 0)).toBe(seconds + 1);
});

it('a second revocation in one second takes what the first one moved into the next', () => {
  expect(computeRevokedBefore(now, computeRevokedBefore(now, 0))).toBe(seconds + 2);
});
