// Finds the lists among an area's operations, by the paging that their replies and parameters declare.
import type { OpenApiDocument } from '../../infra/openapi/unused-components.ts';

/** How a list is paged through (docs/interface/lists.md). */
export interface ListPaging {
  readonly method: 'get' | 'post';
  /** The member of the reply that holds the entries; null where the reply is the bare array. */
  readonly entries: 'data' | 'items' | 'result' | 'collection' | null;
  /** The parameter that chooses the page. */
  readonly by: 'cursor' | 'page' | 'pageIndex' | 'pageNumber';
  readonly in: 'query' | 'body';
}

interface Readable {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Readable }>>;
}

const verbs = ['get', 'post'] as const;

/** The lists by path. @throws Error when a path has two, which iterate() could not tell apart */
export function findLists(document: OpenApiDocument): Readonly<Record<string, ListPaging>> {
  const resolve = (value: unknown): Readable => {
    let readable = value as Readable;
    while (readable?.$ref)
      readable = readable.$ref
        .slice(2)
        .split('/')
        .reduce((inside: unknown, name) => (inside as Record<string, unknown>)[name], document) as Readable;
    return readable ?? {};
  };
  const readSchema = (holder: unknown) =>
    resolve(resolve(holder).content?.['application/json']?.schema ?? {});

  const lists: Record<string, ListPaging> = {};
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of verbs) {
      const operation = item[method];
      if (!operation) continue;
      const reply = readSchema(operation.responses?.['200']);
      const query = (operation.parameters ?? [])
        .map(resolve)
        .filter((parameter) => parameter.in === 'query')
        .map(({ name = '' }) => name);
      const body = Object.keys(readSchema(operation.requestBody).properties ?? {});
      const paging = describePaging(reply, query, body);
      if (!paging) continue;
      if (lists[path]) throw new Error(`${path} is a list by GET and by POST.`);
      lists[path] = { method, ...paging };
    }
  }
  return lists;
}

function describePaging(
  reply: Readable,
  query: readonly string[],
  body: readonly string[],
): Omit<ListPaging, 'method'> | undefined {
  const has = (name: string) => reply.properties?.[name] !== undefined;
  const place = (by: ListPaging['by']) =>
    query.includes(by)
      ? ({ by, in: 'query' } as const)
      : body.includes(by)
        ? ({ by, in: 'body' } as const)
        : undefined;
  const describe = (entries: ListPaging['entries'], by: ListPaging['by']) => {
    const placed = place(by);
    return placed && { entries, ...placed };
  };
  if (reply.type === 'array') return describe(null, 'page');
  if (has('items') && has('nextCursor')) return describe('items', 'cursor');
  // Where a list knows both, the cursor finds every entry once although others change the list.
  if (has('data') && has('nextCursor')) return describe('data', 'cursor');
  if (has('data') && has('hasNextPage')) return describe('data', 'pageIndex');
  if (has('result') && has('totalCount')) return describe('result', 'pageNumber');
  if (has('collection') && has('pagingModel')) return describe('collection', 'pageNumber');
  return undefined;
}
