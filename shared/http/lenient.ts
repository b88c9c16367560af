// Schemas for what existing callers really send: numbers and booleans as strings, empty strings for absent values.
import * as z from 'zod';

const blankToUndefined = (value: unknown): unknown => (value === '' || value === null ? undefined : value);

const toNumber = (value: unknown): unknown => {
  const given = blankToUndefined(value);
  return typeof given === 'string' && /^-?\d{1,15}$/.test(given.trim()) ? Number(given) : given;
};

const toBoolean = (value: unknown): unknown => {
  const given = blankToUndefined(value);
  if (typeof given !== 'string') return given;
  const folded = given.trim().toLowerCase();
  return folded === 'true' ? true : folded === 'false' ? false : given;
};

/** An integer within limits, also as a string; `fallback` when absent or blank. */
export const integerWithDefault = (fallback: number, minimum: number, maximum = 2_147_483_647) =>
  z.preprocess(toNumber, z.int().min(minimum).max(maximum).default(fallback)).default(fallback);

/** An optional integer within limits, also as a string; blank is absent. */
export const optionalInteger = (minimum: number, maximum = 2_147_483_647) =>
  z.preprocess(toNumber, z.int().min(minimum).max(maximum).optional()).optional();

/** An optional boolean, also as a string. */
export const optionalBoolean = () => z.preprocess(toBoolean, z.boolean().optional()).optional();

/** Something optional; blank is absent, and so is null. */
export const optionalOrBlank = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankToUndefined, schema.optional()).optional();

/** An optional text; blank is absent. */
export const optionalText = (maximum = 500) =>
  z.preprocess(blankToUndefined, z.string().max(maximum).optional()).optional();

const foldWord = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, '');

/**
 * Reads one of some words as it is spelled here, whatever its case and with or without blanks; whatever else as it is.
 *
 * @example spelledAs(['In Progress'])('inprogress') // 'In Progress'
 */
export const normalizeSpelling =
  (words: readonly string[]) =>
  (sent: unknown): unknown =>
    typeof sent === 'string' ? (words.find((word) => foldWord(word) === foldWord(sent)) ?? sent) : sent;

/** One of some words, optional and in any case; blank is absent, and what is none of them is refused with their list. */
export const optionalOneOf = <const W extends readonly [string, ...string[]]>(words: W) => {
  const spelled = normalizeSpelling(words);
  return z.preprocess((sent) => spelled(blankToUndefined(sent)), z.enum(words).optional()).optional();
};
