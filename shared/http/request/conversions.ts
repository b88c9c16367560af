// What a schema does to a value before it reads it: conversions that are data, so that a request plan can name them.
import { isBlank } from '../../data/blank.ts';

const foldWord = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/**
 * Normalizes one of these words to its spelling here, in any case and with or without spaces; other values unchanged.
 *
 * @example spelledAs(['In Progress'])('inprogress') // 'In Progress'
 */
export const normalizeSpelling =
  (words: readonly string[]) =>
  (sent: unknown): unknown =>
    typeof sent === 'string' ? (words.find((word) => foldWord(word) === foldWord(sent)) ?? sent) : sent;

/**
 * A conversion, as data. A blank value is absent, except where `orFirst` says that it is the first word. For `filled text`
 * a text of only spaces is absent, and null stays; for `null` an empty text is null, which clears; a `list` drops empty texts.
 */
export type Conversion =
  | { readonly to: 'number' | 'boolean' | 'value' | 'object' | 'list' | 'filled text' | 'null' }
  | { readonly to: 'word'; readonly words: readonly string[]; readonly orFirst?: string }
  /** Words by the names that mean them, in lower case. */
  | {
      readonly to: 'named word';
      readonly byName: readonly (readonly [name: string, word: string])[];
      readonly orFirst: string;
    };

function toNumber(sent: unknown): unknown {
  return typeof sent === 'string' && /^-?\d{1,15}$/.test(sent.trim()) ? Number(sent) : sent;
}

function toBoolean(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  const folded = sent.trim().toLowerCase();
  return folded === 'true' ? true : folded === 'false' ? false : sent;
}

/** Converts a value. */
export function convert(conversion: Conversion, value: unknown): unknown {
  if (conversion.to === 'null') return value === '' ? null : value;
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
      if (sent === undefined) return conversion.orFirst;
      if (typeof sent !== 'string') return sent;
      const name = sent.trim().toLowerCase();
      return conversion.byName.find(([known]) => known === name)?.[1] ?? sent;
    }
    default:
      return sent;
  }
}

const conversions = new WeakMap<(sent: unknown) => unknown, Conversion>();

/** The function of a conversion, for a schema; `findConversion` knows it. */
export function conversionTo(conversion: Conversion): (sent: unknown) => unknown {
  const run = (sent: unknown): unknown => convert(conversion, sent);
  conversions.set(run, conversion);
  return run;
}

/** The conversion that a schema's function does; undefined for any other function. */
export const findConversion = (run: unknown): Conversion | undefined =>
  typeof run === 'function' ? conversions.get(run as (sent: unknown) => unknown) : undefined;
