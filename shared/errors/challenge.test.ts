// A challenge is one header, whatever its description says (RFC 9110 11.6.1, RFC 6750 3).
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatChallenge } from './challenge.ts';

const format = (description: string): string =>
  formatChallenge('Bearer', { error: 'invalid_token', error_description: description })['WWW-Authenticate'];

/** Any UTF-16, lone surrogates included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

it('names the realm, and leaves out what is undefined', () => {
  expect(formatChallenge('DPoP', { error: undefined, algs: 'ES256' })).toEqual({
    'WWW-Authenticate': 'DPoP realm="rostrum", algs="ES256"',
  });
});

it('a description has only the characters that RFC 6750 allows', () => {
  expect(format('“Zoë’s” 県 \\ "x"\r\n')).toContain(`error_description="'Zoe's' ? ' 'x'  "`);
  fc.assert(
    fc.property(anyText, (text) => {
      expect(format(text)).toMatch(
        /^Bearer realm="rostrum", error="invalid_token", error_description="[ !#-[\]-~]*"$/,
      );
    }),
  );
});
