// Files of the reference page: read and compressed once, and named by their content, so that browsers can cache them.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { matchesIfNoneMatch } from '../../shared/http/middleware/conditional-get.ts';

const gzipAsync = promisify(gzip);

/** A file in memory. */
export interface Asset {
  /** The path it is served at, its content's hash in it. */
  readonly path: string;
  readonly type: string;
  readonly tag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

/** Reads and compresses the file; it is served as `/reference/<name>-<hash>.<extension>`. */
export async function loadAsset(file: URL, name: string, extension: string, type: string): Promise<Asset> {
  const plain = await readFile(file);
  const hash = createHash('sha256').update(plain).digest('base64url').replace(/[-_]/g, '').slice(0, 12);
  return {
    path: `/reference/${name}-${hash}.${extension}`,
    type,
    tag: `"${hash}"`,
    plain,
    gzip: await gzipAsync(plain),
  };
}

/** Sends the asset, cacheable for a year: other content has another path. */
export function sendAsset(
  { type, tag, plain, gzip: small }: Asset,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: tag,
  };
  if (matchesIfNoneMatch(request.headers['if-none-match'], tag)) response.writeHead(304, headers).end();
  else if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(small);
  } else response.writeHead(200, headers).end(plain);
}
