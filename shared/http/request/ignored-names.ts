// The names in a request that nothing reads (docs/interface/requests.md#ignored-names). A filter with a misspelled name
// would silently filter nothing; existing callers send names that mean nothing here, and must not be refused.
import * as z from 'zod';
import { isWrite } from '../../auth/permissions/access-requirement.ts';
import type { RequestDeclaration } from './declaration.ts';
import { formatPath } from './describe-issues.ts';
import { listUndeclaredQuery } from './part-values.ts';
import type { Request } from './request.ts';

/** A reply names at most this many. */
export const MAX_NAMES = 20;

type Path = readonly PropertyKey[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hiddenSchemas = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** Says by which schema a value is read whose own schema only passes it on; returns the own schema. */
export function declareReadBy<S extends z.core.$ZodType>(own: S, readBy: z.core.$ZodType): S {
  hiddenSchemas.set(own, readBy);
  return own;
}

/** The paths of the names in `value` that the schema drops. Where it cannot say what it reads, there are none. */
function* findDropped(schema: z.core.$ZodType, value: unknown, path: Path): Generator<Path> {
  const { def } = schema._zod as unknown as { readonly def: z.core.$ZodTypes['_zod']['def'] };
  const hidden = hiddenSchemas.get(schema);
  if (typeof value !== 'object' || value === null) return;
  if (hidden) yield* findDropped(hidden, value, path);
  else if (def.type === 'pipe') {
    const isConversion = def.in._zod.def.type === 'transform';
    // A conversion may rename what it reads; one that returns the same object does not.
    if (!isConversion) yield* findDropped(def.in, value, path);
    else if (z.safeParse(def.in, value).data === value) yield* findDropped(def.out, value, path);
  } else if ('innerType' in def) yield* findDropped(def.innerType, value, path);
  else if (def.type === 'array' && Array.isArray(value)) {
    for (const [place, entry] of value.entries()) yield* findDropped(def.element, entry, [...path, place]);
  } else if (def.type === 'record' && isRecord(value)) {
    for (const [name, entry] of Object.entries(value))
      yield* findDropped(def.valueType, entry, [...path, name]);
  } else if (def.type === 'object' && isRecord(value)) {
    for (const [name, entry] of Object.entries(value)) {
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      if (field) yield* findDropped(field, entry, [...path, name]);
      else if (!def.catchall) yield [...path, name];
    }
  } else if (def.type === 'union') {
    const option = def.options.find((candidate) => z.safeParse(candidate, value).success);
    if (option) yield* findDropped(option, value, path);
  }
}

const listQueryNames = (contract: RequestDeclaration, request: Request): string[] =>
  listUndeclaredQuery(
    contract,
    [...Object.keys(contract.query?.shape ?? {}), ...(isWrite(contract) ? ['validateOnly'] : [])],
    request,
  );

/**
 * The first names of the query and of the body that nothing reads, such as `titel` and `filterBody.statuss`.
 *
 * @param body the body as it was sent; forms follow OAuth, which ignores unknown parameters (RFC 6749 3.2)
 */
export function listIgnoredNames(
  contract: RequestDeclaration,
  request: Request,
  body: unknown,
): readonly string[] {
  const names = new Set(listQueryNames(contract, request).slice(0, MAX_NAMES));
  if (!contract.body || contract.bodyType === 'form') return [...names];
  for (const path of findDropped(contract.body, body, [])) {
    if (names.size >= MAX_NAMES) break;
    // In a list of rows, each row has the same names: they are reported once.
    names.add(formatPath(path.filter((part) => typeof part !== 'number')));
  }
  return [...names];
}
