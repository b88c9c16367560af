// Entity tags (RFC 9110 8.8.3), If-Match (13.1.1), and changes on its condition.
import { describe, expect, it } from 'vitest';
import { ifVersion } from '../data/changes.ts';
import { ifUnchanged, parseIfMatch } from './etag.ts';
import { composedTag, contentTag } from './middleware/entity-tag.ts';

describe('parseIfMatch (strong comparison)', () => {
  it.each([
    ['"3"', [3]],
    [' "3" ', [3]],
    ['"2", "3"', [2, 3]],
    ['W/"2", "3",garbage', [3]],
    ['*', undefined],
    [undefined, undefined],
    ['', undefined],
    ['"3.q8-_f"', [3]],
    ['"3.", "x.3", "3.a.b", "3.a b"', []],
    ['W/"3"', []],
    ['W/"3.q8f"', []],
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

it('gives equal representations equal tags, and different ones different tags', () => {
  expect(contentTag('{"a":1}')).toBe(contentTag('{"a":1}'));
  expect(contentTag('{"a":1}')).not.toBe(contentTag('{"a":2}'));
  expect(contentTag('')).toMatch(/^"[\w-]{22}"$/);
});

it('a change of what a composed representation shows alters its tag, which keeps the version', () => {
  const tags = ['{"seats":1}', '{"seats":2}'].map((body) => composedTag(3, body));
  expect(new Set(tags).size).toBe(2);
  expect(tags.map(parseIfMatch)).toEqual([[3], [3]]);
});
