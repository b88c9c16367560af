// If-None-Match (RFC 9110 13.1.2).
import { describe, expect, it } from 'vitest';
import { matchesIfNoneMatch } from './conditional-get.ts';

describe('matchesIfNoneMatch (weak comparison)', () => {
  it.each(['"3"', 'W/"3"', '"1", "3"', '"1",W/"3"', '*', ' * '])('%s contains "3"', (header) => {
    expect(matchesIfNoneMatch(header, '"3"')).toBe(true);
  });
  it.each([undefined, '', '3', '"33"', 'w/"3"', '"1", "2"'])('%s does not contain "3"', (header) => {
    expect(matchesIfNoneMatch(header, '"3"')).toBe(false);
  });
});
