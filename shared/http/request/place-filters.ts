// Filters of a list body, under `filterBody` or beside it, in lists and in their counts alike (docs/interface/lists.md#list-bodies).
import type * as z from 'zod';
import { isBlank } from '../../values/blank.ts';
import type { RequestDeclaration } from './declaration.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of the object that a schema reads, behind what converts or wraps it. */
function findShape(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | undefined {
  const { def } = schema._zod as unknown as { readonly def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type === 'object') return def.shape;
  if (def.type === 'pipe') return findShape(def.in._zod.def.type === 'transform' ? def.out : def.in);
  return 'innerType' in def ? findShape(def.innerType) : undefined;
}

/** Moves the values that only the other place reads, unless there is one already. */
function move(
  from: Fields,
  to: Fields,
  isMoved: (name: string) => boolean,
): { readonly from: Fields; readonly to: Fields } {
  const moved = Object.entries(from).filter(([name]) => isMoved(name));
  return {
    from: Object.fromEntries(Object.entries(from).filter(([name]) => !isMoved(name))),
    to: { ...to, ...Object.fromEntries(moved.filter(([name]) => isBlank(to[name]))) },
  };
}

/** The body of a search with each filter where its schema reads it. */
export function placeFilters({ body: schema, repeatable }: RequestDeclaration, body: unknown): unknown {
  const shape = schema && repeatable && isFields(body) ? findShape(schema) : undefined;
  if (!shape || !isFields(body)) return body;
  const { filterBody, ...beside } = body;
  const inner = shape['filterBody'] && findShape(shape['filterBody']);
  if (inner) {
    if (!isBlank(filterBody) && !isFields(filterBody)) return body;
    const isMoved = (name: string) => Object.hasOwn(inner, name) && !Object.hasOwn(shape, name);
    if (!Object.keys(beside).some(isMoved)) return body;
    const { from, to } = move(beside, isFields(filterBody) ? filterBody : {}, isMoved);
    return { ...from, filterBody: to };
  }
  if (shape['filterBody'] || !isFields(filterBody)) return body;
  const { from, to } = move(filterBody, beside, (name) => Object.hasOwn(shape, name));
  return Object.keys(from).length === 0 ? to : { ...to, filterBody: from };
}
