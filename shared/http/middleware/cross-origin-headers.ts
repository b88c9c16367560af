// The headers by which browsers decide whether pages of other origins may read a reply (CORS, the Fetch standard).

/**
 * Reply headers that a page may read in addition to those it always may (Fetch, CORS-safelisted response-header name).
 */
export const exposedHeaders: string = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Ignored-Fields',
  'Link',
  'Location',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
  'X-Unread-Count',
  'X-Validate-Only',
  // As API Gateway passes WWW-Authenticate on.
  'x-amzn-Remapped-WWW-Authenticate',
].join(', ');

/** In a tenant's allowed origins, this allows every origin. */
const anyOrigin = '*';

/**
 * For replies without a tenant's data: any page may read them. Callers are identified by tokens, which a page has to
 * send, and never by cookies.
 */
export const anyOriginHeaders = {
  'Access-Control-Allow-Origin': anyOrigin,
  'Access-Control-Expose-Headers': exposedHeaders,
} as const;

/** Every value of Vary once; `*` already says it all (RFC 9110 12.5.5). */
function addToVary(name: string, vary: string | undefined): string {
  if (!vary) return name;
  const named = vary.split(',').map((value) => value.trim().toLowerCase());
  return named.includes('*') || named.includes(name.toLowerCase()) ? vary : `${vary}, ${name}`;
}

/**
 * The headers of a reply of a tenant, which pages of its allowed origins may read. The browser hides the reply from any
 * other page. The headers depend on Origin, also where none was sent.
 *
 * @param vary the reply's own Vary
 */
export function buildCrossOriginHeaders(
  allowedOrigins: readonly string[],
  origin: string | undefined,
  vary: string | undefined,
): Readonly<Record<string, string>> {
  if (allowedOrigins.includes(anyOrigin)) return anyOriginHeaders;
  const headers = { Vary: addToVary('Origin', vary) };
  // Browsers send an origin in lower case; a tenant may have written its own in any case.
  const isAllowed =
    origin && allowedOrigins.some((allowed) => allowed.toLowerCase() === origin.toLowerCase());
  return isAllowed ? { ...anyOriginHeaders, ...headers, 'Access-Control-Allow-Origin': origin } : headers;
}
