// Sends one webhook: no redirect followed, ten seconds in all, and no more of the answer read than is kept.
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { buildSignatureHeaders, type SignedMessage } from './sign.ts';
import { findWebhookUrlError, lookupPublicAddress, mayConnect, NonPublicAddressError } from './target.ts';

/** How long a try may take in all, in milliseconds. */
export const SEND_TIMEOUT_MILLISECONDS = 10_000;
/** So much of an answer is read, in bytes. */
const MAX_BYTES_READ = 8 * 1024;
/** So much of it is kept, in characters. */
const MAX_CHARACTERS_STORED = 1024;

/** What came of a try: the status that was answered, or why there is none. */
export interface Outcome {
  readonly status?: number;
  readonly error?: string;
  /** How the answer begins. */
  readonly response?: string;
  /** After how many seconds the receiver wants the next try (RFC 9110 10.2.3); a day at most. */
  readonly retryAfterSeconds?: number;
  /** How long it took. */
  readonly milliseconds: number;
}

/** A message and where it goes. */
export interface WebhookRequest extends SignedMessage {
  readonly url: string;
  /** Every secret that signs, as `whsec_...`. */
  readonly secrets: readonly string[];
}

/** Whether the receiver has taken it: with any 2xx. A redirect is no 2xx. */
export const isAccepted = ({ status }: Outcome): boolean =>
  status !== undefined && status >= 200 && status < 300;

const errorMessages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut off.',
  EPIPE: 'The connection was cut off.',
  ENOTFOUND: 'The host name is not known.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The connection took too long.',
};

/** Why a try got no answer, without anything of the inside. */
function describeError(error: unknown): string {
  if (error instanceof NonPublicAddressError)
    return 'The address is not a public one; webhooks go to public addresses only.';
  const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (name === 'AbortError' || name === 'TimeoutError')
    return 'There was no answer in time: a receiver has ten seconds.';
  if (code !== undefined && Object.hasOwn(errorMessages, code)) return errorMessages[code] ?? '';
  return code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
    ? `The certificate or the encryption was not accepted (${code}).`
    : `The request failed${code === undefined ? '' : ` (${code})`}.`;
}

/** A receiver may ask for as much patience as this. */
const MAX_RETRY_AFTER_SECONDS = 24 * 3600;

/** The seconds that a Retry-After header means, given or as a date; undefined when it is neither. */
function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isNaN(seconds)
    ? undefined
    : Math.ceil(Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS));
}

/** What is shown of an answer: text without control characters. */
const toReadableText = (chunks: readonly Buffer[]): string =>
  Buffer.concat(chunks)
    .subarray(0, MAX_BYTES_READ)
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS_STORED)
    .toWellFormed();

/**
 * Sends a message and tells what came of it; never rejects. The address is checked once more, and so is each that its name
 * resolves to. What a receiver answers beyond the first bytes is not read.
 * @param patience how long to wait in all, in milliseconds
 */
export async function sendWebhook(
  { url, secrets, ...message }: WebhookRequest,
  patience: number = SEND_TIMEOUT_MILLISECONDS,
): Promise<Outcome> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const answer = await post(url, message.body, buildSignatureHeaders(message, secrets), patience);
    const { status, response } = answer;
    const rest =
      status === 429 || status === 503 ? parseRetryAfter(answer.retryAfter, new Date()) : undefined;
    return {
      status,
      ...(response !== '' && { response }),
      ...(rest !== undefined && { retryAfterSeconds: rest }),
      milliseconds: took(),
    };
  } catch (error) {
    return { error: describeError(error), milliseconds: took() };
  }
}

function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  patience: number,
): Promise<{ readonly status: number; readonly response: string; readonly retryAfter: string | undefined }> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  // An address that needs no resolving is not looked up.
  if (findWebhookUrlError(url) !== undefined || (isIP(host) !== 0 && !mayConnect(host)))
    return Promise.reject(new NonPublicAddressError('The address is closed'));
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method: 'POST',
      agent: false,
      lookup: lookupPublicAddress,
      signal: AbortSignal.timeout(patience),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Rostrum-Webhooks/1.0',
        ...headers,
      },
    });
    // Once there is a status, an answer that breaks off or never ends changes nothing about it.
    let settle: (() => void) | undefined;
    request.on('error', (error) => (settle ? settle() : reject(error)));
    request.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let read = 0;
      const retryAfter = answer.headers['retry-after'];
      settle = () => resolve({ status, response: toReadableText(chunks), retryAfter });
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        read += chunk.length;
        if (read < MAX_BYTES_READ) return;
        settle?.();
        request.destroy();
      });
      answer.on('end', settle);
      answer.on('error', settle);
      answer.on('close', settle);
    });
    request.end(body);
  });
}
