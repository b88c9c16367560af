// Serves an area's OpenAPI document at `<base>/openapi.json`.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Area } from '../../shared/http/areas.ts';
import { matchesIfNoneMatch } from '../../shared/http/middleware/conditional-get.ts';
import type { Mount } from '../contracts/mount.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { buildOpenApiDocument } from './document.ts';
import type { ExampleValues } from './examples.ts';

export interface OpenApiMountOptions {
  readonly area: Area;
  readonly endpoints: readonly RegisteredEndpoint[];
  /** The values of `{{name}}` in examples: those of the demo data. */
  readonly values?: ExampleValues;
}

/**
 * The mount of one area's document. It is built at the first request, when the environment (ISSUER) is set.
 * Its server is the relative address `/<area>`, so that a page calls the host that it was loaded from.
 */
export function createOpenApiMount({ area, endpoints, values }: OpenApiMountOptions): Mount {
  let cached: { readonly plain: Buffer; readonly packed: Buffer; readonly tag: string } | undefined;
  const make = () => {
    const document = buildOpenApiDocument(area, endpoints, {
      servers: [{ url: `/${area}` }],
      ...(values && { values }),
    });
    const plain = Buffer.from(JSON.stringify(document));
    const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { plain, packed: gzipSync(plain), tag };
  };
  return {
    at: `/${area}/openapi.json`,
    serve: (request, response) => {
      cached ??= make();
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-cache',
        'Access-Control-Allow-Origin': '*',
        Vary: 'Accept-Encoding',
        ETag: cached.tag,
      };
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      } else if (matchesIfNoneMatch(request.headers['if-none-match'], cached.tag)) {
        response.writeHead(304, headers).end();
      } else if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
        response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(cached.packed);
      } else response.writeHead(200, headers).end(cached.plain);
    },
  };
}
