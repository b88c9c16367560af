// Addresses and numbers that a row lists besides those with fields of their own.
import type { ListedContact } from '../rows/list-fields.ts';

interface KnownContact {
  readonly value: string | undefined;
  readonly type?: string | null | undefined;
}

/** The contacts of a list that say more than those that are known, by their use or by their value; undefined without any. */
export function keepFurther(
  known: readonly KnownContact[],
  list: readonly ListedContact[] = [],
): ListedContact[] | undefined {
  const further = list.filter(
    ({ value, type }) =>
      !known.some((each) => each.value === value && (type === undefined || type === each.type)),
  );
  return further.length === 0 ? undefined : further;
}
