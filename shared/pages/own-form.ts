// The forms of pages: what they send is taken from a page of this site alone that was shown to the same browser
// (docs/identity.md#forms; OWASP CSRF Prevention Cheat Sheet).
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The beginning of such a form. One that is sent to another site has its attributes in another order. */
const ownFormStart = /<form(?: [^>]*)? method="post">/g;

/** A form that is sent to the page's own address. @param attributes other attributes, each with a space before it */
export const ownForm = (fields: string, attributes = ''): string =>
  `<form${attributes} method="post">${fields}</form>`;

/** Whether markup has such a form. */
export const hasOwnForm = (markup: string): boolean => markup.search(ownFormStart) >= 0;

/** The token of the forms of a browser: nobody can make it who does not know the browser's cookie. */
export const deriveFormToken = (browserToken: string): string =>
  createHmac('sha256', browserToken).update('rostrum form').digest('base64url');

/** The page with the token in each of its forms. */
export const fillFormTokens = (markup: string, browserToken: string): string =>
  markup.replaceAll(
    ownFormStart,
    (start) => `${start}<input type="hidden" name="formToken" value="${deriveFormToken(browserToken)}">`,
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
