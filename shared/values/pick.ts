// Takes some members of a record.

/**
 * The named members of a record, without those that are undefined. One list of names then serves a type, a stored item
 * and a response.
 */
export const pick = <T extends object, const K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  ) as Pick<T, K>;
