// A fetch for addresses outside: public ones only (SSRF), no redirects, by default ten seconds and at most a megabyte.
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { trustAllAuthorities } from '../data/sdk/trusted-authorities.ts';
import { assertPublicUrl, lookupPublicAddress } from './target.ts';

export const TIMEOUT_MILLISECONDS = 10_000;
export const MAX_BYTES = 1024 * 1024;

/** What is sent; the part of RequestInit that libraries for tokens use. */
export interface PublicRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The longest reply. */
  readonly maxBytes?: number | undefined;
  /** How long the whole reply may take, in milliseconds. */
  readonly timeout?: number | undefined;
}

/**
 * Sends a request and reads the whole reply. Every address that the host name resolves to is checked when the connection is
 * made. A redirect is returned and not followed: it could lead to an internal address.
 * @throws NonPublicAddressError
 * @throws Error when there is no reply in time, or it is too long
 */
export async function fetchPublic(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
    signal,
    maxBytes = MAX_BYTES,
    timeout: milliseconds = TIMEOUT_MILLISECONDS,
  }: PublicRequest = {},
): Promise<Response> {
  const { protocol } = assertPublicUrl(url);
  const timeout = AbortSignal.timeout(milliseconds);
  trustAllAuthorities();
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method,
      agent: false,
      lookup: lookupPublicAddress,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...headers,
        ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) request.destroy(new Error(`The reply has more than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 502 } = response;
        const replyHeaders = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
        );
        const hasBody = status !== 204 && status !== 304;
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: replyHeaders }));
      });
    });
    request.end(body);
  });
}
