// Serves the API reference at `/`: the page, its files, and Scalar's browser build out of its package.

import type { Area } from '../../shared/http/areas.ts';
import type { DemoUser } from '../contracts/demo-tenants.ts';
import type { Mount } from '../contracts/mount.ts';
import { type Asset, loadAsset, sendAsset } from './asset.ts';
import { pageHeaders } from './content-security.ts';
import { renderReferencePage } from './page.ts';

export interface ReferenceOptions {
  /** The demo users whose credentials the page fills in. */
  readonly demo: { readonly users: readonly DemoUser[] };
  /** The areas whose documents are shown. */
  readonly areas: readonly Area[];
}

interface PreparedReference {
  readonly html: string;
  readonly files: readonly Asset[];
}

const script = 'text/javascript; charset=utf-8';

async function prepare({ demo, areas }: ReferenceOptions): Promise<PreparedReference> {
  const scalarBuild = new URL(import.meta.resolve('@scalar/api-reference/browser/standalone.js'));
  const [scalar, page, style] = await Promise.all([
    loadAsset(scalarBuild, 'scalar', 'js', script),
    loadAsset(new URL('./browser/page.js', import.meta.url), 'page', 'js', script),
    loadAsset(new URL('./browser/page.css', import.meta.url), 'page', 'css', 'text/css; charset=utf-8'),
  ]);
  const files = { scalar: scalar.path, script: page.path, style: style.path };
  return { html: renderReferencePage({ areas, users: demo.users, files }), files: [scalar, page, style] };
}

/** The mount of the reference; it answers for every path that nothing else takes. */
export function createReferenceMount(options: ReferenceOptions): Mount {
  let prepared: Promise<PreparedReference> | undefined;
  return {
    at: '/',
    serve: async (request, response) => {
      prepared ??= prepare(options);
      const { html, files } = await prepared;
      const path = (request.url ?? '/').split('?', 1)[0];
      const file = files.find((asset) => asset.path === path);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      else if (file) sendAsset(file, request, response);
      else if (path === '/') response.writeHead(200, pageHeaders).end(html);
      else {
        response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end('Nothing is served here. The API reference is at /.\n');
      }
    },
  };
}
