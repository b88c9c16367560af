// A plain OpenAPI 3.0 rendition for API Gateway, which reads no 3.1: paths and methods only.

import { type Area, areas } from '../../shared/http/areas.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';

/** Parameters and replies are left out: API Gateway hands both through, and a template has at most a megabyte. */
interface OpenApi30Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<never, never>>;
}

export interface OpenApi30Document {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly version: string };
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApi30Operation>>>>;
}

/** API Gateway refuses two parameter names at one position: `/people/{id}` and `/people/{personId}/offices`. */
function assertConsistentNames(paths: readonly string[]): void {
  const names = new Map<string, string>();
  for (const path of paths) {
    const segments = path.split('/');
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      const place = segments.slice(0, index).join('/');
      const known = names.get(place) ?? segment;
      if (known !== segment) {
        throw new Error(`${path}: ${segment} must be named ${known}, as in the other paths below ${place}.`);
      }
      names.set(place, segment);
    }
  }
}

/**
 * The document that drives an area's API Gateway; infra/aws adds integrations and gateway responses to it.
 * @throws Error when two paths name the same position differently
 */
export function buildOpenApi30(area: Area, endpoints: readonly RegisteredEndpoint[]): OpenApi30Document {
  const own = endpoints.filter(({ contract }) => contract.area === area);
  assertConsistentNames(own.map(({ contract }) => contract.path));
  const paths: Record<string, Record<string, OpenApi30Operation>> = {};
  for (const { name, contract } of own) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: { operationId: name, responses: {} },
    };
  }
  return { openapi: '3.0.1', info: { title: `Rostrum: ${areas[area].title}`, version: '1.0.0' }, paths };
}
