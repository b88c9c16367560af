// Whatever a header is made of, what leaves is a field value (RFC 9110 5.5).
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFieldValues } from './field-values.ts';

const encode = (name: string, value: string): string => toFieldValues({ [name]: value })[name] ?? '';

/** Any UTF-16, lone surrogates included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

describe('a header value', () => {
  it('is printable ASCII without spaces around it, whatever text it is made of', () => {
    const text = fc.oneof(
      anyText,
      fc.string({
        unit: fc.constantFrom('\r', '\n', '\0', '\t', ' ', '\ud800', '’', '県', 'ü', '\u007f', 'a'),
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom('Location', 'Link', 'ETag', 'X-Request-Id'), text, (name, value) => {
        expect(encode(name, value)).toMatch(/^(?:[!-~](?:[\t -~]*[!-~])?)?$/);
      }),
    );
  });

  it('stays as it is when it is valid, so that nothing is encoded twice', () => {
    for (const value of ['', '"3"', 'a, b', '<https://a.example/?b=%C3%BC>; rel="next"', '100%'])
      expect(encode('Link', value)).toBe(value);
    fc.assert(
      fc.property(anyText, (value) => {
        const once = encode('Link', value);
        expect(encode('Link', once)).toBe(once);
      }),
    );
  });

  it('has every other character percent-encoded', () => {
    expect(encode('X-Name', 'O’Neil\r\nSet-Cookie: a=b')).toBe('O%E2%80%99Neil%0D%0ASet-Cookie: a=b');
  });
});

describe('Location', () => {
  it.each([
    ['https://events.example/O’Neil', 'https://events.example/O%E2%80%99Neil'],
    ['https://events.example/県?q=県#grün', 'https://events.example/%E7%9C%8C?q=%E7%9C%8C#gr%C3%BCn'],
    ['https://events.example/a b', 'https://events.example/a%20b'],
    ['https://grün.example/', 'https://xn--grn-ioa.example/'],
    ['https://events.example/a%20b?c=%C3%BC', 'https://events.example/a%20b?c=%C3%BC'],
    ['org.example.app:/back?state=a b', 'org.example.app:/back?state=a%20b'],
    ['/relative/ü', '/relative/%C3%BC'],
  ])('is the address that a browser reads in %s', (value, expected) =>
    expect(encode('Location', value)).toBe(expected),
  );
});
