// Which requests may be sent again, and when (docs/interface/errors.md#retrying).

/** Repeating them does no more than sending them once (RFC 9110, 9.2.2). DELETE is not among them: the second finds nothing. */
const repeatableMethods: readonly string[] = ['GET', 'HEAD', 'PUT'];

/**
 * Whether the request may be sent again after this reply, or after none. 429 says that nothing was done. After any other
 * failure of the service the first request may have been carried out: it is sent again only where that does no harm. A POST
 * with an Idempotency-Key gets the reply of the first; a condition (If-Match) would fail on what the first has written.
 */
export function isRepeatable(request: Request, reply: Response | undefined): boolean {
  if (reply?.status === 429) return true;
  if (reply && reply.status < 500) return false;
  if (reply?.status === 501) return false;
  if (request.headers.has('If-Match')) return false;
  return repeatableMethods.includes(request.method) || request.headers.has('Idempotency-Key');
}

/** Milliseconds until the next attempt: what Retry-After says, else a delay that doubles, spread by chance. */
export function nextDelay(attempt: number, reply: Response | undefined): number {
  const asked = readRetryAfter(reply?.headers.get('retry-after') ?? null);
  if (asked !== undefined) return asked;
  return 250 * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Retry-After in milliseconds: seconds, or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(text: string | null, now = Date.now()): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
