// Values at a path inside a part of a request.

/** Names of members and indexes of lists, from the outside in. */
export type Path = readonly PropertyKey[];

export const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** The value at the path; undefined where there is none. Inherited members are none. */
export const getValueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, part) => (isContainer(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined),
    value,
  );

/** A copy of the value with another value at the path; only the objects on the path are copied. */
export function replaceValueAt(value: unknown, [part, ...rest]: Path, by: unknown): unknown {
  if (part === undefined || !isContainer(value)) return by;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  return Object.assign(copy, { [part]: replaceValueAt(value[part], rest, by) });
}
