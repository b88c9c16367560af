// Links of the header Link (RFC 8288).

/**
 * A link to a page of a list.
 *
 * @param address the list's absolute address without a query
 * @param query the query of the page; undefined parameters are left out
 */
export function formatLink(rel: string, address: string, query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `<${address}?${new URLSearchParams(parameters)}>; rel="${rel}"`;
}
