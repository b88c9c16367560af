// Which headers of an answer a page of another origin may read: one list for the laptop's gateway and for AWS.

/** The headers of the interface that a browser hides otherwise (Fetch, CORS-safelisted response-header name), as one value. */
export const exposedHeaders: string = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
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
].join(', ');
