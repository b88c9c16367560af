// Sends one HTTP request exactly as written, which fetch would refuse or normalize: a GET with a body, an unusual path.
import { request } from 'node:http';

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON, the text otherwise, undefined when empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies that were checked against a schema
  readonly body: any;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Sends it to this machine's `port` and reads the whole reply. */
export function rawRequest(
  port: number,
  method: string,
  path: string,
  {
    headers = {},
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer } = {},
): Promise<RawReply> {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          const received = new Headers();
          for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value));
          const isJson = /json/.test(received.get('content-type') ?? '');
          resolve({
            status: response.statusCode ?? 0,
            headers: received,
            text,
            bytes,
            body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
