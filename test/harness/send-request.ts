// Sends a request over HTTP as fetch does, which takes three times the processor time of Node's own client.
import { type IncomingMessage, request } from 'node:http';

/** What is sent. */
export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** What was received: its whole body, and redirects as they are. */
export interface ReceivedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The headers that fetch adds, but for the encodings it decodes. */
const fetchHeaders = {
  Accept: '*/*',
  'Accept-Language': '*',
  'Sec-Fetch-Mode': 'cors',
  'User-Agent': 'node',
};

function readHeaders({ rawHeaders: raw }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers;
}

/** Sends it to a server of this machine; the address is normalized as fetch does. */
export function sendRequest(address: string, { method, headers, body }: SentRequest): Promise<ReceivedReply> {
  const { host, port, pathname, search } = new URL(address);
  const text = body?.toString();
  const length = text === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(text)) };
  // Names that differ in their case alone become one, as with fetch.
  const sent = Object.fromEntries(new Headers(headers));
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: `${pathname}${search}` };
    request({ ...options, headers: { Host: host, ...fetchHeaders, ...sent, ...length } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: readHeaders(reply),
          bytes: new Uint8Array(Buffer.concat(chunks)),
        }),
      );
    })
      .on('error', reject)
      .end(text);
  });
}
