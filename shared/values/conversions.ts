// What a schema does to a value before it reads it: conversions that are data, so that a request plan can name them.
import { isBlank } from './blank.ts';
import { decodeBase64 } from './decode-base64.ts';

const foldWord = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/**
 * Normalizes one of these words to its spelling here, in any case and with or without spaces; other values unchanged.
 *
 * @example spelledAs(['In Progress'])('inprogress') // 'In Progress'
 */
const normalizeSpelling =
  (words: readonly string[]) =>
  (sent: unknown): unknown =>
    typeof sent === 'string' ? (words.find((word) => foldWord(word) === foldWord(sent)) ?? sent) : sent;

/**
 * A conversion, as data. A blank value is absent, except where `orFirst` says that it is the first word. For `filled text`
 * a text of only spaces is absent, and null stays; for `text or null` it is null, and for `null` an empty text is, which
 * clears; a `list` drops empty texts.
 */
export type Conversion =
  | {
      readonly to:
        | 'number'
        | 'boolean'
        | 'value'
        | 'object'
        | 'list'
        | 'filled text'
        | 'text or null'
        | 'null';
    }
  | { readonly to: 'word'; readonly words: readonly string[]; readonly orFirst?: string }
  /** The bytes of a text in base64; undefined for any other text. */
  | { readonly to: 'bytes' }
  /** Each text of a list; any other value stays as it is. */
  | { readonly to: 'words'; readonly words: readonly string[] }
  /** The parameters of a form by name, without empty ones; of one that is sent again a list, which no parameter accepts. */
  | { readonly to: 'parameters'; readonly names: readonly string[] }
  /** Words by the names that mean them, in lower case. */
  | {
      readonly to: 'named word';
      readonly byName: readonly (readonly [name: string, word: string])[];
      readonly orFirst?: string;
    };

function toNumber(sent: unknown): unknown {
  return typeof sent === 'string' && /^-?\d{1,15}$/.test(sent.trim()) ? Number(sent) : sent;
}

function toBoolean(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  const folded = sent.trim().toLowerCase();
  return folded === 'true' ? true : folded === 'false' ? false : sent;
}

const isPair = (sent: unknown): sent is readonly [string, string] =>
  Array.isArray(sent) && typeof sent[0] === 'string' && typeof sent[1] === 'string';

/** The values of a form's pairs by name, without names that are not declared and without empty values; a list of several. */
export function toParameters(
  names: readonly string[],
  sent: unknown,
): Readonly<Record<string, string | string[]>> {
  const pairs = Array.isArray(sent) ? sent.filter(isPair) : [];
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    if (!names.includes(name) || value === '') continue;
    const before = Object.hasOwn(values, name) ? values[name] : undefined;
    values[name] = before === undefined ? value : [before, value].flat();
  }
  return values;
}

/** Converts a value. */
export function convert(conversion: Conversion, value: unknown): unknown {
  if (conversion.to === 'parameters') return toParameters(conversion.names, value);
  if (conversion.to === 'words')
    return Array.isArray(value) ? value.map(normalizeSpelling(conversion.words)) : value;
  if (conversion.to === 'bytes') return decodeBase64(String(value));
  if (conversion.to === 'null') return value === '' ? null : value;
  if (conversion.to === 'text or null')
    return typeof value === 'string' && value.trim() === '' ? null : value;
  if (conversion.to === 'filled text')
    return typeof value === 'string' && value.trim() === '' ? undefined : value;
  const sent = isBlank(value) ? undefined : value;
  switch (conversion.to) {
    case 'number':
      return toNumber(sent);
    case 'boolean':
      return toBoolean(sent);
    case 'object':
      return sent ?? {};
    case 'list':
      return Array.isArray(sent) ? sent.filter((entry) => entry !== '') : sent;
    case 'word':
      if (sent === undefined) return conversion.orFirst;
      return normalizeSpelling(conversion.words)(sent);
    case 'named word': {
      if (sent === undefined) return conversion.orFirst ?? value;
      if (typeof sent !== 'string') return sent;
      const name = sent.trim().toLowerCase();
      return conversion.byName.find(([known]) => known === name)?.[1] ?? sent;
    }
    default:
      return sent;
  }
}

const conversions = new WeakMap<(...sent: never[]) => unknown, Conversion>();

/** Has plans do the conversion in place of a schema's function, which does the same where it finds nothing wrong. */
export function planAs<R extends (sent: unknown, context: never) => unknown>(
  conversion: Conversion,
  run: R,
): R {
  conversions.set(run, conversion);
  return run;
}

/** The function of a conversion, for a schema; `findConversion` knows it. */
export const conversionTo = (conversion: Conversion): ((sent: unknown) => unknown) =>
  planAs(conversion, (sent: unknown) => convert(conversion, sent));

/** The conversion that a schema's function does; undefined for any other function. */
export const findConversion = (run: unknown): Conversion | undefined =>
  typeof run === 'function' ? conversions.get(run as (...sent: never[]) => unknown) : undefined;
