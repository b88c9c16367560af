// Fields of requests of area B: null removes, and an empty text is null (docs/interface/requests.md#empty-texts).
import * as z from 'zod';
import { webAddress } from '../../../shared/directory/record/fields.ts';
import { keepDistinctTexts } from '../../../shared/lists/distinct-texts.ts';
import { isBlank } from '../../../shared/values/blank.ts';
import { conversionTo } from '../../../shared/values/conversions.ts';

const emptyToUndefined = conversionTo({ to: 'filled text' });
const emptyToNull = conversionTo({ to: 'text or null' });

/** An optional field; null and an empty text remove the value. */
export const optionalField = <S extends z.ZodType>(schema: S) =>
  z.preprocess(emptyToNull, schema.nullish()).nullish();

/** The name of a record in a change of some fields: it may be left out, and empty is left out, but there is always one. */
export const keptName = (longest: number) =>
  z.preprocess(emptyToUndefined, z.string().trim().max(longest).optional()).optional();

/** An optional text of at most so many characters. */
export const textField = (longest: number) => optionalField(z.string().trim().max(longest));

/** An optional address of a web page or picture. */
export const webAddressField = () => optionalField(webAddress);

/** An optional day. */
export const dayField = () => optionalField(z.iso.date());

/** An optional id. */
export const idField = () => optionalField(z.guid().transform((id) => id.toLowerCase()));

/** Short words of a tenant's own, such as tags: one of them in another case is the same word. */
export const labelsField = () =>
  z.array(z.string().trim().min(1).max(50)).max(20).overwrite(keepDistinctTexts).nullish();

/** The members of an object that have a value. */
export const omitBlank = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => !isBlank(member))) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/**
 * The stored content with what a request says: with `isWhole`, a field that is not sent is removed; otherwise it stays.
 * null removes a field in both cases.
 */
export function applyFields<C extends object>(
  stored: C,
  sent: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { isWhole }: { readonly isWhole: boolean },
): C {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(stored));
  for (const name of names) {
    const value = sent[name];
    if (value === null || (value === undefined && isWhole)) delete result[name];
    else if (value !== undefined) result[name] = value;
  }
  return result as C;
}
