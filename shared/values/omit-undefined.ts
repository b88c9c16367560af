// Removes undefined members, for records from sources that leave fields out.

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without its `undefined` members, so that absent fields stay absent when records are merged and stored. */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const present: WithoutUndefined<T> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) present[name] = value as Exclude<T[typeof name], undefined>;
  }
  return present;
}
