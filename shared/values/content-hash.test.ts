// Proves what counts as the same content when an import is repeated.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash.ts';

describe('contentHash', () => {
  it('does not depend on the order of members', () => {
    expect(contentHash({ a: 1, b: { c: 2, d: 3 } })).toBe(contentHash({ b: { d: 3, c: 2 }, a: 1 }));
  });

  it('treats an undefined member as absent', () => {
    expect(contentHash({ a: 1, b: undefined })).toBe(contentHash({ a: 1 }));
  });

  it('distinguishes null, absent and the empty string', () => {
    expect(new Set([contentHash({ a: null }), contentHash({}), contentHash({ a: '' })]).size).toBe(3);
  });

  it('depends on the order of arrays', () => {
    expect(contentHash(['a', 'b'])).not.toBe(contentHash(['b', 'a']));
  });

  it('agrees with equality of JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(contentHash(value)).toBe(contentHash(JSON.parse(JSON.stringify(value))));
      }),
    );
  });
});
