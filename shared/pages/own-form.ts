// The forms of pages: what they send is taken from a page of this site alone that was shown to the same browser
// (docs/identity.md#forms; OWASP CSRF Prevention Cheat Sheet).
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where the token stands once it is known to which browser the page is shown. */
const tokenMark = '<!--form token-->';

/** A form that is sent to the page's own address. @param attributes other attributes, each with a space before it */
export const ownForm = (fields: string, attributes = ''): string =>
  `<form method="post"${attributes}>${tokenMark}${fields}</form>`;

/** Whether markup has such a form. */
export const hasOwnForm = (markup: string): boolean => markup.includes(tokenMark);

/** The token of the forms of a browser: nobody can make it who does not know the browser's cookie. */
export const deriveFormToken = (browserToken: string): string =>
  createHmac('sha256', browserToken).update('rostrum form').digest('base64url');

/** The page with the token in each of its forms. */
export const fillFormTokens = (markup: string, browserToken: string): string =>
  markup.replaceAll(
    tokenMark,
    `<input type="hidden" name="formToken" value="${deriveFormToken(browserToken)}">`,
  );

/** Whether a form has the token of the browser that sends it. */
export function isFormToken(sent: unknown, browserToken: string | undefined): boolean {
  if (typeof sent !== 'string' || browserToken === undefined) return false;
  const [one, other] = [Buffer.from(sent), Buffer.from(deriveFormToken(browserToken))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Whether a browser says that a page of this site sent a request, also not one of another port or subdomain (Fetch Metadata
 * Request Headers, 2.3). Programs other than browsers send neither header.
 * @param address where this site is
 */
export function isFromThisSite(
  { 'sec-fetch-site': site, origin, host }: Readonly<Record<string, string>>,
  address: string,
): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || !URL.canParse(address)) return origin === undefined;
  const own = new URL(address);
  return origin === own.origin || origin === `${own.protocol}//${host}`;
}
