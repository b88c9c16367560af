// If-Match (RFC 9110 13.1.1), and changes on its condition.
import { describe, expect, it } from 'vitest';
import { ifVersion } from '../data/changes.ts';
import { ifUnchanged, parseIfMatch } from './etag.ts';

describe('parseIfMatch (strong comparison)', () => {
  it.each([
    ['"3"', [3]],
    [' "3" ', [3]],
    ['"2", "3"', [2, 3]],
    ['W/"2", "3",garbage', [3]],
    ['*', undefined],
    [undefined, undefined],
    ['', undefined],
    ['W/"3"', []],
    ['3', []],
    ['"3', []],
    ['"abc"', []],
    ['"99999999999999999999"', []],
  ])('reads %j as versions %j', (header, versions) => {
    expect(parseIfMatch(header)).toEqual(versions);
  });
});

it('retries a change without If-Match that raced with another, and refuses one with If-Match', () => {
  expect(ifUnchanged(3, undefined)).toEqual({ condition: ifVersion(3), onConflict: 'retry' });
  expect(ifUnchanged(3, [2, 3])).toMatchObject({
    condition: ifVersion(3),
    onConflict: { code: 'PRECONDITION_FAILED' },
  });
  expect(() => ifUnchanged(3, [2])).toThrow(expect.objectContaining({ status: 412 }));
});
