// WWW-Authenticate: what a caller must send instead (RFC 9110 11.6.1, RFC 6750 3, RFC 9449 7.1, RFC 9470 3).

/**
 * A text as the value of a parameter. `error_description` allows printable ASCII without `"` and `\` (RFC 6750 3):
 * accents are left out, and a character of another script is a question mark.
 */
const toPlainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/["\\‘’“”]/g, "'")
    .replace(/\s/g, ' ')
    .replace(/[^\x20-\x7e]/gu, '?');

/** A challenge of this scheme; what is undefined is left out. */
export const formatChallenge = (
  scheme: 'Bearer' | 'DPoP' | 'Basic',
  parameters: Readonly<Record<string, string | undefined>> = {},
): { readonly 'WWW-Authenticate': string } => ({
  'WWW-Authenticate': `${scheme} ${Object.entries({ realm: 'rostrum', ...parameters })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${toPlainText(value)}"`]))
    .join(', ')}`,
});
