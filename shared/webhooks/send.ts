// Sends one webhook: follows no redirect, takes at most ten seconds, and reads only the beginning of the response.
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { trustAllAuthorities } from '../data/sdk/trusted-authorities.ts';
import { buildSignatureHeaders, type SignedMessage } from './sign.ts';
import { assertPublicUrl, lookupPublicAddress, NonPublicAddressError } from './target.ts';

/** How long an attempt may take in all. */
export const SEND_TIMEOUT_MILLISECONDS = 10_000;
/** How much of a response is read. */
const MAX_BYTES_READ = 8 * 1024;
/** How much of a response is stored. */
const MAX_CHARACTERS_STORED = 1024;

/** The outcome of an attempt: the status of the response, or why there was none. */
export interface Outcome {
  readonly status?: number;
  readonly error?: string;
  /** The beginning of the response body. */
  readonly response?: string;
  /** The seconds until the next attempt that the receiver requested (RFC 9110 10.2.3); at most a day. */
  readonly retryAfterSeconds?: number;
  /** How long the attempt took. */
  readonly milliseconds: number;
}

/** A message with its address and secrets. */
export interface WebhookRequest extends SignedMessage {
  readonly url: string;
  /** The active secrets, as `whsec_...`. */
  readonly secrets: readonly string[];
}

/** Whether the receiver accepted the message, which is any 2xx; a redirect is not. */
export const isAccepted = ({ status }: Outcome): boolean =>
  status !== undefined && status >= 200 && status < 300;

const errorMessages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  EPIPE: 'The connection was closed.',
  ENOTFOUND: 'The host name is unknown.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The connection timed out.',
};

/** Why there was no response, without internal details. */
function describeError(error: unknown): string {
  if (error instanceof NonPublicAddressError)
    return 'The address is not public, or its port is of another protocol; webhooks are not sent to such an address.';
  const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (name === 'AbortError' || name === 'TimeoutError') return 'There was no response within ten seconds.';
  if (code !== undefined && Object.hasOwn(errorMessages, code)) return errorMessages[code] ?? '';
  return code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
    ? `The TLS connection failed (${code}).`
    : `The request failed${code === undefined ? '' : ` (${code})`}.`;
}

/** The longest delay that a receiver may request. */
const MAX_RETRY_AFTER_SECONDS = 24 * 3600;

/** The seconds of a Retry-After header, which has seconds or a date; undefined when it has neither. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isNaN(seconds)
    ? undefined
    : Math.ceil(Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS));
}

/** The beginning of a response as text without control characters. */
const toReadableText = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks)
    .subarray(0, MAX_BYTES_READ)
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS_STORED)
    .toWellFormed();

/**
 * Sends a message and returns the outcome; never rejects. The address is checked again, and so is every address that
 * its host name resolves to. Only the beginning of the response is read.
 * @param timeout how long to wait in all, in milliseconds
 */
export async function sendWebhook(
  { url, secrets, ...message }: WebhookRequest,
  timeout: number = SEND_TIMEOUT_MILLISECONDS,
): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const received = await post(url, message.body, buildSignatureHeaders(message, secrets), timeout);
    const { status, response } = received;
    const rest =
      status === 429 || status === 503 ? parseRetryAfter(received.retryAfter, new Date()) : undefined;
    return {
      status,
      ...(response !== '' && { response }),
      ...(rest !== undefined && { retryAfterSeconds: rest }),
      milliseconds: elapsed(),
    };
  } catch (error) {
    return { error: describeError(error), milliseconds: elapsed() };
  }
}

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<{ readonly status: number; readonly response: string; readonly retryAfter: string | undefined }> {
  const { protocol } = assertPublicUrl(url);
  trustAllAuthorities();
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method: 'POST',
      agent: false,
      lookup: lookupPublicAddress,
      signal: AbortSignal.timeout(timeout),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Rostrum-Webhooks/1.0',
        ...headers,
      },
    });
    // Once there is a status, a response that breaks off or never ends does not change the outcome.
    let settle: (() => void) | undefined;
    request.on('error', (error) => (settle ? settle() : reject(error)));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let read = 0;
      const retryAfter = response.headers['retry-after'];
      settle = () => resolve({ status, response: toReadableText(chunks), retryAfter });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        read += chunk.length;
        if (read < MAX_BYTES_READ) return;
        settle?.();
        request.destroy();
      });
      response.on('end', settle);
      response.on('error', settle);
      response.on('close', settle);
    });
    request.end(body);
  });
}
