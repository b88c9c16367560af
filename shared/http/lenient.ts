// Schemas for the forms that existing callers send: numbers and booleans as strings, empty strings for absent values.
import * as z from 'zod';
import { conversionTo } from '../values/conversions.ts';

/** The value, or undefined when it is blank. */
export const blankToUndefined = conversionTo({ to: 'value' });

const toNumber = conversionTo({ to: 'number' });
const toBoolean = conversionTo({ to: 'boolean' });

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

/** One of these words, optional and in any case; blank is absent, and any other value is rejected with their list. */
export const optionalOneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.preprocess(conversionTo({ to: 'word', words }), z.enum(words).optional()).optional();

/** The fields of a form by name, with values of at most so many characters: the last of a name counts; without a form none. */
export const formFields = (maximum: number) =>
  z.preprocess(
    (sent) =>
      Array.isArray(sent)
        ? Object.fromEntries(sent.filter((pair) => Array.isArray(pair) && typeof pair[0] === 'string'))
        : {},
    z.record(z.string(), z.string().max(maximum)),
  );

/**
 * A person id that a request may leave out. It is filled in with the caller's person before the request is read, so the type stays.
 * The contract names the member as `selfAs`.
 */
export const callerByDefault = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.optional() as unknown as Schema;
