// Sends a request over HTTP as fetch does, which takes three times the processor time of Node's own client.
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

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

/** The headers that fetch adds. */
const fetchHeaders = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate',
  'Accept-Language': '*',
  'Sec-Fetch-Mode': 'cors',
  'User-Agent': 'node',
};

/** The body as it was before it was compressed. The header stays, as with fetch. */
function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'deflate') return inflateSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

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
      reply.on('end', () => {
        try {
          const bytes = decompress(Buffer.concat(chunks), reply.headers['content-encoding']);
          const { statusCode: status = 0 } = reply;
          resolve({ status, headers: readHeaders(reply), bytes: new Uint8Array(bytes) });
        } catch (error) {
          reject(error);
        }
      });
    })
      .on('error', reject)
      .end(text);
  });
}
