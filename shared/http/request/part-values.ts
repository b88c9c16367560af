// The query and the headers of a request by the names that an endpoint declares.
import { type RequestDeclaration, resolveQueryName } from './declaration.ts';
import type { Request } from './request.ts';

type Values = Record<string, unknown>;

/** Query names match without regard to case; one value is taken as it is, several as a list. */
export function queryValues(
  contract: Pick<RequestDeclaration, 'unnamedQuery'>,
  names: readonly string[],
  request: Request,
): Values {
  const declared = new Map(names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(request.query).flatMap(([sent, values]) => {
      const name = declared.get(resolveQueryName(contract, sent).toLowerCase());
      return name === undefined ? [] : [[name, values.length > 1 ? values : values[0]]];
    }),
  );
}

export const headerValues = (names: readonly string[], request: Request): Values =>
  Object.fromEntries(names.map((name) => [name, request.headers[name.toLowerCase()]]));

/** The names of the query that the endpoint does not declare. */
export function listUndeclaredQuery(
  contract: Pick<RequestDeclaration, 'unnamedQuery'>,
  names: readonly string[],
  request: Request,
): string[] {
  const read = new Set(names.map((name) => name.toLowerCase()));
  return Object.keys(request.query).filter(
    (name) => !read.has(resolveQueryName(contract, name).toLowerCase()),
  );
}
