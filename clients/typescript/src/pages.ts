// Pages as async iteration, over the paging of each area (docs/interface/lists.md).
import type { FetchOptions } from 'openapi-fetch';
import type { Area } from './errors.ts';
import { lists } from './generated/lists.ts';

/** The lists of an area, by path. */
export type Lists = typeof lists;
export type ListPath<A extends Area> = keyof Lists[A] & string;

type Responses<Operation> = Operation extends { responses: { 200: { content: infer Content } } }
  ? Content extends { 'application/json': infer Page }
    ? Page
    : never
  : never;

/** The entries of a page. */
type Entry<Page> = Page extends readonly (infer E)[]
  ? E
  : Page extends
        | { data: readonly (infer E)[] }
        | { items: readonly (infer E)[] }
        | { result: readonly (infer E)[] }
        | { collection: readonly (infer E)[] }
    ? E
    : never;

type MethodOf<A extends Area, P> = P extends keyof Lists[A]
  ? Lists[A][P] extends { method: infer M extends string }
    ? M
    : never
  : never;

type OperationOf<Paths, A extends Area, P> = P extends keyof Paths
  ? MethodOf<A, P> extends keyof Paths[P]
    ? Paths[P][MethodOf<A, P>]
    : never
  : never;

export type ListEntry<Paths, A extends Area, P> = Entry<Responses<OperationOf<Paths, A, P>>>;
export type ListOptions<Paths, A extends Area, P> = FetchOptions<OperationOf<Paths, A, P>>;

interface Paging {
  readonly method: string;
  readonly entries: 'data' | 'items' | 'result' | 'collection' | null;
  readonly by: 'cursor' | 'page' | 'pageIndex' | 'pageNumber';
  readonly in: 'query' | 'body';
}

/** The part of a request that chooses its page. */
export interface PageRequest {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> };
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly data: unknown;
  readonly response: Response;
}

type Body = Readonly<Record<string, unknown>> & {
  readonly pagingModel?: { readonly totalPages?: number };
};

/** Every entry of a list from the requested page on, one page after the other. */
export async function* iteratePages(
  area: Area,
  path: string,
  request: PageRequest,
  requestPage: (method: string, request: PageRequest) => Promise<Page>,
): AsyncGenerator<unknown, void, undefined> {
  const paging = (lists[area] as Readonly<Record<string, Paging>>)[path];
  if (!paging) throw new TypeError(`${path} is no list of the area ${area}.`);
  let current = request;
  for (let seen = 0; ; ) {
    const page = await requestPage(paging.method, current);
    const body = page.data as Body;
    const entries = (paging.entries === null ? page.data : body[paging.entries]) as readonly unknown[];
    yield* entries;
    seen += entries.length;
    const next = findNext(paging, current, page, { seen, isEmpty: entries.length === 0 });
    if (next === undefined) return;
    current = withParameter(current, paging, next);
  }
}

/** The value of the paging parameter for the next page; undefined after the last. */
function findNext(
  paging: Paging,
  request: PageRequest,
  { data, response }: Page,
  { seen, isEmpty }: { readonly seen: number; readonly isEmpty: boolean },
): string | number | undefined {
  const body = data as Body;
  const read = (first: number) => {
    const given = paging.in === 'query' ? request.params?.query?.[paging.by] : request.body?.[paging.by];
    return given === undefined ? first : Number(given);
  };
  switch (paging.by) {
    case 'cursor':
      return typeof body.nextCursor === 'string' ? body.nextCursor : undefined;
    case 'page':
      return /;\s*rel="?next"?/.test(response.headers.get('link') ?? '') ? read(1) + 1 : undefined;
    case 'pageIndex':
      return body.hasNextPage === true ? read(0) + 1 : undefined;
    case 'pageNumber': {
      const current = read(1);
      const hasMore =
        paging.entries === 'collection'
          ? current < (body.pagingModel?.totalPages ?? 0)
          : !isEmpty && seen < Number(body.totalCount);
      return hasMore ? current + 1 : undefined;
    }
  }
}

function withParameter(request: PageRequest, paging: Paging, value: string | number): PageRequest {
  if (paging.in === 'body') return { ...request, body: { ...request.body, [paging.by]: value } };
  // A cursor continues its list; an index beside it would name another page.
  const { pageIndex: _, ...query } = request.params?.query ?? {};
  const kept = paging.by === 'cursor' ? query : request.params?.query;
  return { ...request, params: { ...request.params, query: { ...kept, [paging.by]: value } } };
}
