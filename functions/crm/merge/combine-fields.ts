// Combines the contents of two records into one, by a choice for each field (docs/interface/crm.md#merging-people).
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';

/** Whose value remains: that of the record that remains, that of the removed one, or of a list both. */
export type FieldChoice = 'remaining' | 'removed' | 'both';
export type FieldChoices = Partial<Readonly<Record<string, FieldChoice>>>;
export type Values = Readonly<Record<string, unknown>>;

/** The choices of a request, without those that are null. */
export const toChoices = (
  fields: Readonly<Record<string, FieldChoice | null | undefined>> | null | undefined,
) =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, choice]): [string, FieldChoice][] =>
      choice ? [[name, choice]] : [],
    ),
  );

export const pickFields = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/** What tells the entries of a list apart: their content without the id, texts without regard to case. */
const entryKey = (entry: unknown): string => {
  if (typeof entry === 'string') return foldForSort(entry) || entry;
  const { id, ...content } = entry as Record<string, unknown>;
  // The id of a custom value is that of its field, which has one value.
  if (typeof id === 'string' && content.value !== undefined) return id;
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
};

const unite = (first: readonly unknown[], second: readonly unknown[]): unknown[] => {
  const known = new Set(first.map(entryKey));
  return [...first, ...second.filter((entry) => !known.has(entryKey(entry)))];
};

/** The values that remain of the stored fields to which one choice belongs. */
function chooseField(
  names: readonly string[],
  choice: FieldChoice | undefined,
  [own, other]: readonly Values[],
): Values {
  const [first, second] = [pickFields(own ?? {}, names), pickFields(other ?? {}, names)];
  if (choice === 'remaining') return first;
  if (choice === 'removed') return second;
  const [name = ''] = names;
  const [a, b] = [first[name], second[name]];
  if (Array.isArray(a) && Array.isArray(b)) return { [name]: unite(a, b) };
  if (typeof a === 'object' && typeof b === 'object' && a && b) return { [name]: { ...b, ...a } };
  return Object.keys(first).length > 0 ? first : second;
}

/** How the fields of a type of record are combined. */
export interface CombineRules {
  /** All stored fields. */
  readonly fields: readonly string[];
  /** The stored fields of a choice, where it has another name or several of them. */
  readonly storedNames: Readonly<Record<string, readonly string[]>>;
  /** The rule for a field without a choice, in place of the general one. */
  readonly byDefault?: (field: string) => FieldChoice | undefined;
  /** Lists that are united in another way. */
  readonly uniteField?: (field: string) => Values | undefined;
}

/**
 * One content of two. Without a choice, a field has the value of the record that remains, or else of the removed one, and
 * a list has the entries of both.
 */
export function combineFields(
  remaining: Values,
  removed: Values,
  choices: FieldChoices,
  { fields, storedNames, byDefault, uniteField }: CombineRules,
): Values {
  const grouped = new Set(Object.values(storedNames).flat());
  const names = [...Object.keys(storedNames), ...fields.filter((name) => !grouped.has(name))];
  return Object.assign(
    {},
    ...names.map((field) => {
      const choice = choices[field] ?? byDefault?.(field);
      const united = choice === undefined || choice === 'both' ? uniteField?.(field) : undefined;
      return united ?? chooseField(storedNames[field] ?? [field], choice, [remaining, removed]);
    }),
  ) as Values;
}
