// Schemas for the forms that existing callers send: numbers and booleans as strings, empty strings for absent values.
import * as z from 'zod';
import { isBlank } from '../data/blank.ts';

/** The value, or undefined when it is blank. */
export const blankToUndefined = (value: unknown): unknown => (isBlank(value) ? undefined : value);

const toNumber = (value: unknown): unknown => {
  const sent = blankToUndefined(value);
  return typeof sent === 'string' && /^-?\d{1,15}$/.test(sent.trim()) ? Number(sent) : sent;
};

const toBoolean = (value: unknown): unknown => {
  const sent = blankToUndefined(value);
  if (typeof sent !== 'string') return sent;
  const folded = sent.trim().toLowerCase();
  return folded === 'true' ? true : folded === 'false' ? false : sent;
};

/** An integer within limits, also as a string; `fallback` when absent or blank. */
export const integerWithDefault = (fallback: number, minimum: number, maximum = 2_147_483_647) =>
  z.preprocess(toNumber, z.int().min(minimum).max(maximum).default(fallback)).default(fallback);

/** An integer within limits, also as a string. */
export const lenientInteger = (minimum: number, maximum = 2_147_483_647) =>
  z.preprocess(toNumber, z.int().min(minimum).max(maximum));

/** An optional integer within limits, also as a string; blank is absent. */
export const optionalInteger = (minimum: number, maximum = 2_147_483_647) =>
  z.preprocess(toNumber, z.int().min(minimum).max(maximum).optional()).optional();

/** An optional boolean, also as a string. */
export const optionalBoolean = () => z.preprocess(toBoolean, z.boolean().optional()).optional();

/** An optional value; blank and null are absent. */
export const optionalOrBlank = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankToUndefined, schema.optional()).optional();

/** An optional text; blank is absent. */
export const optionalText = (maximum = 500) =>
  z.preprocess(blankToUndefined, z.string().max(maximum).optional()).optional();

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

/** One of these words, optional and in any case; blank is absent, and any other value is rejected with their list. */
export const optionalOneOf = <const W extends readonly [string, ...string[]]>(words: W) => {
  const spelled = normalizeSpelling(words);
  return z.preprocess((sent) => spelled(blankToUndefined(sent)), z.enum(words).optional()).optional();
};

/** The fields of a form by name, with values of at most so many characters: the last of a name counts; without a form none. */
export const formFields = (maximum: number) =>
  z.preprocess(
    (sent) => (Array.isArray(sent) ? Object.fromEntries(sent) : {}),
    z.record(z.string(), z.string().max(maximum)),
  );
