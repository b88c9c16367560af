// How requests are sent: with the tenant, a token and an Idempotency-Key, and again where they may be repeated.
import { isRepeatable, nextDelay } from './retry.ts';
import { readStepUp } from './step-up.ts';
import type { TokenSource } from './tokens.ts';

export interface Connection {
  readonly tenantCode: string;
  readonly tokens: TokenSource | undefined;
  /** The base address of area B, which issues tokens. */
  readonly crm: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Attempts in all. */
  readonly attempts: number;
  /** The longest pause before another attempt, in milliseconds; a reply that asks for more is returned. */
  readonly longestPause: number;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Sends a request of openapi-fetch. Its own headers take precedence. */
export async function send(connection: Connection, request: Request): Promise<Response> {
  setDefault(request, 'tenant-code', connection.tenantCode);
  setDefault(request, 'api-version', '1.0');
  if (request.method === 'POST') setDefault(request, 'Idempotency-Key', crypto.randomUUID());
  const isAuthorized = request.headers.has('Authorization');
  const context = {
    crm: connection.crm,
    send: (asked: Request) => sendRepeatedly(connection, asked, undefined),
  };
  const token = isAuthorized ? undefined : await connection.tokens?.(context);
  const response = await sendRepeatedly(connection, request, token);
  if (response.status !== 401 || token === undefined) return response;
  // Another token of the same sign-in would be refused too.
  if (readStepUp(response)) return response;
  // The token was revoked, or expired on a machine whose clock is behind. A refused request did nothing.
  const renewed = await connection.tokens?.(context, token);
  return renewed === undefined || renewed === token ? response : sendRepeatedly(connection, request, renewed);
}

function setDefault(request: Request, name: string, value: string): void {
  if (!request.headers.has(name)) request.headers.set(name, value);
}

async function sendRepeatedly(
  connection: Connection,
  request: Request,
  token: string | undefined,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const sent = request.clone();
    if (token !== undefined) sent.headers.set('Authorization', `Bearer ${token}`);
    const isLast = attempt >= connection.attempts;
    let reply: Response | undefined;
    try {
      reply = await connection.fetch(sent);
    } catch (error) {
      if (isLast || request.signal.aborted || !isRepeatable(request, undefined)) throw error;
    }
    if (reply && (isLast || !isRepeatable(request, reply))) return reply;
    const delay = nextDelay(attempt, reply);
    if (reply && delay > connection.longestPause) return reply;
    await reply?.body?.cancel();
    await connection.pause(delay, request.signal);
  }
}

/** Waits; ends early with the reason of the signal. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
