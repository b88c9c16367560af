// Proves one-time passwords with the examples of RFC 6238 appendix B (SHA-1) and RFC 4648 10.
import { expect, it } from 'vitest';
import { computeCode, encodeBase32, findCodeStep, formatKeyUri, getStep } from './totp.ts';

const key = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code at %i ends with that of RFC 6238', (seconds, code) => {
  expect(computeCode(key, getStep(new Date(seconds * 1000)))).toBe(code.slice(2));
});

it('base32 is that of RFC 4648', () => {
  expect(
    ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => encodeBase32(Buffer.from(text))),
  ).toEqual([...['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']]);
});

it('a code is accepted a step early or late, and once', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  const step = getStep(now);
  for (const shift of [-1, 0, 1])
    expect(findCodeStep(key, computeCode(key, step + shift), now, undefined)).toBe(step + shift);
  for (const shift of [-2, 2])
    expect(findCodeStep(key, computeCode(key, step + shift), now, undefined)).toBeUndefined();
  expect(findCodeStep(key, computeCode(key, step), now, step)).toBeUndefined();
  expect(findCodeStep(key, 'x', now, undefined)).toBeUndefined();
});

it('the address has the key in base32', () => {
  expect(formatKeyUri('ada@demo.example', key)).toContain('secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
