// Unites the email addresses or the telephone numbers of two records.
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { pickFields, type Values } from './combine-fields.ts';

interface Contact {
  readonly value: string;
  readonly type: string | null;
}

const contactKey = (value: string): string =>
  value.includes('@') ? value.toLowerCase() : value.replace(/\D/g, '') || value;

/**
 * The contacts of both records, each once: the main ones are those of the record that remains, where there are any.
 *
 * @param records the one that remains and the removed one
 * @param names the stored fields: those of the main ones, and at last the list
 * @param list all contacts of a record, the main one first
 */
export function uniteContacts<C extends Values>(
  [remaining, removed]: readonly [C, C],
  names: readonly string[],
  list: (record: C) => readonly Contact[],
): Values {
  const distinct = [...list(remaining), ...list(removed)].filter(
    ({ value }, index, all) =>
      all.findIndex((other) => contactKey(other.value) === contactKey(value)) === index,
  );
  if (distinct.length === 0) return {};
  return {
    ...pickFields(list(remaining).length > 0 ? remaining : removed, names.slice(0, -1)),
    [names.at(-1) ?? '']: distinct.map(({ value, type }) =>
      omitUndefined({ value, type: type ?? undefined }),
    ),
  };
}
