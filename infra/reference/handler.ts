// Serves the API reference: a page for each operation, made of the contracts, also as Markdown.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DemoUser } from '../contracts/demo-tenants.ts';
import type { Mount } from '../contracts/mount.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import type { ExampleValues } from '../openapi/examples.ts';
import { type Asset, loadAsset, sendAsset } from './asset.ts';
import { pageHeaders } from './content-security.ts';
import { renderArea, renderIndexForPrograms, renderSearch, renderStart } from './listing-markdown.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOperation } from './operation-markdown.ts';
import { type AreaListing, listAreas, type Operation, readOperation } from './operations.ts';
import { type Content, renderPage } from './page.ts';
import { renderTryForm } from './try-form.ts';

const gzipAsync = promisify(gzip);

export interface ReferenceOptions {
  /** The demo users whose credentials the pages fill in, and the values of `{{name}}` in examples. */
  readonly demo: { readonly users: readonly DemoUser[]; readonly values: ExampleValues };
  readonly endpoints: readonly RegisteredEndpoint[];
}

interface PreparedReference {
  readonly areas: readonly AreaListing[];
  readonly values: ExampleValues;
  readonly files: { readonly script: Asset; readonly style: Asset };
}

async function prepare({ demo, endpoints }: ReferenceOptions): Promise<PreparedReference> {
  const load = (name: string, type: string): Promise<Asset> =>
    loadAsset(new URL(`./browser/page.${name}`, import.meta.url), 'page', name, `${type}; charset=utf-8`);
  const [script, style] = await Promise.all([load('js', 'text/javascript'), load('css', 'text/css')]);
  return { areas: listAreas(endpoints), values: demo.values, files: { script, style } };
}

/** What is at a path: a page, or text. */
type Found = { readonly content: Content } | { readonly text: string };

/** The text of an operation with the form that sends it behind its description. */
function renderOperationPage(operation: Operation, listing: AreaListing): Content {
  const html = renderMarkdown(renderOperation(operation));
  const command = html.indexOf('<pre');
  return {
    title: operation.summary,
    html: `${html.slice(0, command)}${renderTryForm(operation)}${html.slice(command)}`,
    listing,
    entry: operation,
  };
}

function findPage(url: URL, { areas, values }: Omit<PreparedReference, 'files'>): Found | undefined {
  if (url.pathname === '/')
    return { content: { title: 'API reference', html: renderMarkdown(renderStart(areas)) } };
  if (url.pathname === '/llms.txt') return { text: renderIndexForPrograms(areas) };
  if (url.pathname === '/reference/search') {
    const search = url.searchParams.get('q') ?? '';
    return { content: { title: 'Search', html: renderMarkdown(renderSearch(areas, search)), search } };
  }
  const [, area, id, isText] = /^\/reference\/(\w+)(?:\/(\w+))?(\.md)?$/.exec(url.pathname) ?? [];
  const listing = areas.find((each) => each.area === area);
  if (!listing) return undefined;
  if (id === undefined) {
    const text = renderArea(listing);
    return isText ? { text } : { content: { title: listing.title, html: renderMarkdown(text), listing } };
  }
  const entry = listing.tags.flatMap(({ entries }) => entries).find((each) => each.id === id);
  if (!entry) return undefined;
  const operation = readOperation(entry, values);
  return isText ? { text: renderOperation(operation) } : { content: renderOperationPage(operation, listing) };
}

async function send(
  {
    text,
    headers,
    status = 200,
  }: { text: string; headers: Readonly<Record<string, string>>; status?: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    response.end(await gzipAsync(text));
  } else response.writeHead(status, { ...headers, Vary: 'Accept-Encoding' }).end(text);
}

const plainText = { ...pageHeaders, 'Content-Type': 'text/markdown; charset=utf-8' };

/** The mount of the reference; it answers for every path that nothing else takes. */
export function createReferenceMount(options: ReferenceOptions): Mount {
  let prepared: Promise<PreparedReference> | undefined;
  return {
    at: '/',
    serve: async (request, response) => {
      prepared ??= prepare(options);
      const { files, ...reference } = await prepared;
      const url = new URL(request.url ?? '/', 'http://localhost');
      const file = Object.values(files).find(({ path }) => path === url.pathname);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      if (file) return sendAsset(file, request, response);
      const found = findPage(url, reference);
      if (found && 'text' in found) return send({ text: found.text, headers: plainText }, request, response);
      const content = found?.content ?? {
        title: 'Nothing is here',
        html: '<h1>Nothing is here</h1><p>The operations are in the <a href="/">API reference</a>.</p>',
      };
      const frame = {
        users: options.demo.users,
        files: { script: files.script.path, style: files.style.path },
      };
      const text = renderPage(content, frame);
      await send({ text, headers: pageHeaders, status: found ? 200 : 404 }, request, response);
    },
  };
}
