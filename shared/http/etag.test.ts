// Entity tags by RFC 9110 8.8.3, If-Match by 13.1.1, If-None-Match by 13.1.2.
import { describe, expect, it } from 'vitest';
import { ifVersion } from '../data/changes.ts';
import { contentTag, ifUnchanged, matchesIfNoneMatch, parseIfMatch, versionTag } from './etag.ts';

describe('If-Match (strong comparison)', () => {
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

describe('If-None-Match (weak comparison)', () => {
  it.each(['"3"', 'W/"3"', '"1", "3"', '"1",W/"3"', '*', ' * '])('%s holds "3"', (header) => {
    expect(matchesIfNoneMatch(header, versionTag(3))).toBe(true);
  });
  it.each([undefined, '', '3', '"33"', 'w/"3"', '"1", "2"'])('%s does not hold "3"', (header) => {
    expect(matchesIfNoneMatch(header, versionTag(3))).toBe(false);
  });
});

it('gives equal representations equal tags, and different ones different tags', () => {
  expect(contentTag('{"a":1}')).toBe(contentTag('{"a":1}'));
  expect(contentTag('{"a":1}')).not.toBe(contentTag('{"a":2}'));
  expect(contentTag('')).toMatch(/^"[\w-]{22}"$/);
});

it('retries a change without If-Match that raced with another, and refuses one with If-Match', () => {
  expect(ifUnchanged(3, undefined)).toEqual({ condition: ifVersion(3), onConflict: 'retry' });
  expect(ifUnchanged(3, [2, 3])).toMatchObject({
    condition: ifVersion(3),
    onConflict: { code: 'PRECONDITION_FAILED' },
  });
  expect(() => ifUnchanged(3, [2])).toThrow(expect.objectContaining({ status: 412 }));
});
