// The two cookies of the sign-in pages: one names the browser, the other the session of who signed in. A reply sets at
// most one of them.
import { createHash, randomBytes } from 'node:crypto';
import { getIssuer } from '../../../shared/auth/tokens/issue-token.ts';

/**
 * `browser` is set before anybody signs in: what a form sends must come from the browser that it was shown to. `session`
 * is a new one at every sign-in, so that a cookie that somebody else planted is worth nothing (OWASP ASVS 3.2.1).
 */
export type CookieName = 'rostrum-browser' | 'rostrum-session';

/** The local platform is served by http, where browsers accept no `__Host-` cookies. */
const isSecure = (): boolean => getIssuer().startsWith('https:');

/** `__Host-`: from this host alone, by https, for all of its paths (RFC 6265bis 4.1.3.2). */
const fullName = (name: CookieName): string => (isSecure() ? `__Host-${name}` : name);

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A new value of 256 random bits. */
export const generateCookieToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a cookie's value. */
export const hashCookieToken = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('base64url');

/** The value of a cookie in the header Cookie; undefined when it is absent or was not made here. */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const searched = fullName(name);
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== searched) continue;
    const value = pair.slice(at + 1).trim();
    return tokenPattern.test(value) ? value : undefined;
  }
  return undefined;
}

/**
 * The header that sets a cookie: not for scripts, and not for requests that other sites make, except by a link to here.
 * @param seconds how long the browser keeps it; until it is closed by default, and 0 removes it
 */
export const setCookie = (
  name: CookieName,
  value: string,
  seconds?: number,
): { readonly 'Set-Cookie': string } => ({
  'Set-Cookie': [
    `${fullName(name)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure() ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; '),
});

/** The header that removes the session's cookie. */
export const clearSessionCookie = () => setCookie('rostrum-session', '', 0);
