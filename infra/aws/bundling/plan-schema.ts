// Makes a plan of a zod schema (shared/http/request/plan.ts), or says which part of it has none.
import type * as z from 'zod';
import { findFittingSchema } from '../../../shared/http/request/fits-schema.ts';
import type { Absence, Check, Code, Plan, PlannedField } from '../../../shared/http/request/plan.ts';
import { findConversion } from '../../../shared/values/conversions.ts';
import { findBinding } from './function-scopes.ts';
import { findPlainCode, readFunctionText } from './plain-code.ts';

type Schema = z.core.$ZodType;
type AnyDef = Readonly<Record<string, unknown>>;

/** A part of a schema of which no plan can be made. */
export class UnplannedError extends Error {}

/** Formats of texts whose whole check is their pattern. */
const patternFormats = new Set(['regex', 'guid', 'uuid', 'email', 'date', 'time', 'datetime']);

/** The text of a one-line function without the name of its parameter, such as `x => x.trim()`. */
const normalizeSource = (run: unknown): string => {
  const text = readFunctionText(run).replaceAll(/\s+/g, ' ');
  const name = /^\(?(\w+)\)? =>/.exec(text)?.[1];
  return name === undefined
    ? text
    : text.replace(/^\(?\w+\)?/, 'x').replaceAll(new RegExp(`\\b${name}\\b`, 'g'), 'x');
};

/** The function, if its text says all that it does. */
function planCode(run: unknown, what: string): Code {
  if (!findPlainCode(run)) throw new UnplannedError(`the ${what} ${normalizeSource(run).slice(0, 60)}`);
  return run as Code;
}

const planChange = (run: unknown): Check => {
  const conversion = findConversion(run);
  if (conversion) return { converts: conversion };
  const source = normalizeSource(run);
  if (source === 'x => x.trim()') return { do: 'trim' };
  if (source === 'x => x.toLowerCase()') return { do: 'lower case' };
  if (source === 'x => x.toUpperCase()') return { do: 'upper case' };
  return { change: planCode(run, 'function') };
};

function planUrl({ protocol, hostname, normalize }: AnyDef): Check {
  const patterns = [protocol, hostname].filter((pattern) => pattern instanceof RegExp);
  if (normalize || patterns.some(({ flags }) => flags !== ''))
    throw new UnplannedError('an address of a certain form');
  return {
    url: true,
    ...(protocol instanceof RegExp && { protocol: protocol.source }),
    ...(hostname instanceof RegExp && { hostname: hostname.source }),
  };
}

/** The values of JSON are all that a plan can hold. */
function planConstant(value: unknown): unknown {
  const isPlain =
    value === undefined || JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value);
  if (
    value === undefined ||
    !isPlain ||
    Object.is(value, -0) ||
    (typeof value === 'object' && !isDeepPlain(value))
  )
    throw new UnplannedError(`the value ${String(value)}`);
  return value;
}

/** A function makes another default for each request; zod calls it wherever the default is read. */
function planDefault(def: AnyDef): unknown {
  const { get } = Object.getOwnPropertyDescriptor(def, 'defaultValue') ?? {};
  if (get && typeof findBinding('defaultValue', get)?.value === 'function')
    throw new UnplannedError('a default that a function makes');
  return planConstant(def.defaultValue);
}

const isDeepPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value)
    ? value.every(isDeepPlain)
    : typeof value === 'object' &&
      Object.getPrototypeOf(value) === Object.prototype &&
      Object.values(value).every(isDeepPlain));

function planPattern(pattern: unknown): Check {
  if (!(pattern instanceof RegExp) || /[gy]/.test(pattern.flags))
    throw new UnplannedError(`the pattern ${pattern}`);
  return { pattern: pattern.source, flags: pattern.flags };
}

function planCheck(check: z.core.$ZodCheck): Check[] {
  const def = check._zod.def as unknown as AnyDef;
  switch (def.check) {
    case 'overwrite':
      return [planChange(def.tx)];
    case 'min_length':
      return [{ shortest: Number(def.minimum) }];
    case 'max_length':
      return [{ longest: Number(def.maximum) }];
    case 'length_equals':
      return [{ length: Number(def.length) }];
    case 'greater_than':
      return [{ least: planNumber(def.value), ...(!def.inclusive && { over: true }) }];
    case 'less_than':
      return [{ most: planNumber(def.value), ...(!def.inclusive && { under: true }) }];
    case 'number_format':
      if (def.format !== 'safeint') throw new UnplannedError(`the number format ${String(def.format)}`);
      return [{ whole: true }];
    case 'multiple_of':
      return [{ multipleOf: planNumber(def.value) }];
    case 'custom': {
      const schema = findFittingSchema(def.fn);
      return [schema ? { fits: planSchema(schema) } : { passes: planCode(def.fn, 'refinement') }];
    }
    case 'string_format':
      if (def.format === 'url') return [planUrl(def)];
      if (!patternFormats.has(String(def.format)))
        throw new UnplannedError(`the format ${String(def.format)}`);
      return [planPattern(def.pattern)];
    default:
      throw new UnplannedError(`the check ${String(def.check)}`);
  }
}

function planNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new UnplannedError(`the limit ${String(value)}`);
  return value;
}

/** A format of a text or number is a check as well as a schema; it comes before the others. */
function planChecks(schema: Schema): readonly Check[] {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : [];
  return [...own, ...(schema._zod.def.checks ?? [])].flatMap(planCheck);
}

function planField(name: string, schema: Schema): PlannedField {
  if (name === '__proto__') throw new UnplannedError('the name __proto__');
  const { optin, optout } = schema._zod as { readonly optin?: Absence; readonly optout?: Absence };
  return {
    name,
    plan: planSchema(schema),
    ...(optin && { before: optin }),
    ...(optout && { after: optout }),
  };
}

function planObject({ shape, catchall }: AnyDef): Plan {
  const others = (catchall as Schema | undefined)?._zod.def.type;
  if (others !== undefined && others !== 'never' && others !== 'unknown')
    throw new UnplannedError('an object whose other members have a type');
  const fields = Object.entries(shape as Record<string, Schema>).map(([name, field]) =>
    planField(name, field),
  );
  return {
    is: 'object',
    fields,
    ...(others === 'never' && { strict: true }),
    ...(others === 'unknown' && { open: true }),
  };
}

function planPipe(first: Schema, next: Schema): Plan {
  const { def } = first._zod as unknown as { readonly def: AnyDef };
  if (def.type === 'transform') {
    const by = findConversion(def.transform) ?? planCode(def.transform, 'conversion');
    if (first._zod.def.checks?.length) throw new UnplannedError('checks of a conversion');
    return { is: 'converted', by, of: planSchema(next) };
  }
  return { is: 'then', of: planSchema(first), next: planSchema(next) };
}

function planUnchecked(schema: Schema): Plan {
  const def = schema._zod.def as unknown as AnyDef;
  const inner = () => planSchema(def.innerType as Schema);
  switch (def.type) {
    case 'string':
      return { is: def.coerce ? 'coerced text' : 'text' };
    case 'number':
      return { is: def.coerce ? 'coerced number' : 'number' };
    case 'boolean':
      if (def.coerce) break;
      return { is: 'boolean' };
    case 'unknown':
      return { is: 'any' };
    case 'null':
      return { is: 'one', of: [null] };
    case 'record':
      if ((def.keyType as Schema)._zod.def.type !== 'string' || def.mode === 'loose') break;
      return {
        is: 'members',
        names: planSchema(def.keyType as Schema),
        of: planSchema(def.valueType as Schema),
      };
    case 'literal':
      return { is: 'one', of: (def.values as unknown[]).map(planConstant) as string[] };
    case 'enum':
      return { is: 'one', of: [...(schema._zod.values ?? [])].map(planConstant) as string[] };
    case 'object':
      return planObject(def);
    case 'array':
      return { is: 'list', of: planSchema(def.element as Schema) };
    case 'union':
      // Those of a discriminated one exclude each other.
      if (def.discriminator === undefined && def.inclusive === false) break;
      return { is: 'first that fits', of: (def.options as Schema[]).map(planSchema) };
    case 'optional': {
      if (schema._zod.traits.has('$ZodExactOptional')) break;
      const { optin } = (def.innerType as Schema)._zod as { readonly optin?: Absence };
      return { is: 'optional', of: inner(), ...(optin === 'defaulted' && { substitutes: true }) };
    }
    case 'nullable':
      return { is: 'nullable', of: inner() };
    case 'default':
      return { is: 'default', value: planDefault(def), of: inner() };
    case 'prefault':
      return { is: 'default input', value: planDefault(def), of: inner() };
    case 'transform':
      return { is: 'any', checks: [planChange(def.transform)] };
    case 'pipe':
      if (schema._zod.traits.has('$ZodCodec')) break;
      return planPipe(def.in as Schema, def.out as Schema);
  }
  throw new UnplannedError(`the type ${String(def.type)}`);
}

/**
 * Makes the plan of a schema.
 * @throws UnplannedError where a part of it has none
 */
export function planSchema(schema: Schema): Plan {
  const plan = planUnchecked(schema);
  const checks = planChecks(schema);
  return checks.length === 0 ? plan : { ...plan, checks: [...(plan.checks ?? []), ...checks] };
}

/** A plan as the text of a module has it, with the code of its functions; and what this calls. */
export interface PlanText {
  readonly text: string;
  readonly helpers: readonly string[];
}

/** The least text that is worth a name of its own. */
const shortestShared = 24;

/** Stands for a part within another one; no text that is written has this character. */
const marker = /\0(\d+)\0/g;

/** Writes a plan, or any value with plans in it, as an expression, in which equal parts are written once: many fields are alike. */
export function writePlan(value: unknown): PlanText {
  const helpers = new Set<string>();
  /** The texts of the different parts; those within a part come before it. */
  const parts = new Map<string, number>();
  const share = (text: string): string => {
    const index = parts.get(text) ?? parts.size;
    parts.set(text, index);
    return `\0${index}\0`;
  };
  const write = (each: unknown): string => {
    const code = typeof each === 'function' ? findPlainCode(each) : undefined;
    for (const helper of code?.helpers ?? []) helpers.add(helper);
    if (code) return share(`(${code.text})`);
    if (typeof each !== 'object' || each === null) return JSON.stringify(each);
    if (Array.isArray(each)) return share(`[${each.map(write).join(',')}]`);
    const members = Object.entries(each).map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
    return share(`{${members.join(',')}}`);
  };
  const text = write(value);
  const uses = new Map<string, number>();
  for (const part of parts.keys())
    for (const [, index = ''] of part.matchAll(marker)) uses.set(index, (uses.get(index) ?? 0) + 1);
  const declared: string[] = [];
  const resolved: string[] = [];
  const resolve = (part: string): string => part.replaceAll(marker, (_, index) => resolved[index] ?? '');
  for (const part of parts.keys()) {
    const whole = resolve(part);
    const name = `part${resolved.length}`;
    const isShared = whole.length >= shortestShared && (uses.get(String(resolved.length)) ?? 0) > 1;
    if (isShared) declared.push(`const ${name} = ${whole};`);
    resolved.push(isShared ? name : whole);
  }
  const expression = resolve(text);
  return {
    text: declared.length === 0 ? expression : `(() => { ${declared.join(' ')} return ${expression}; })()`,
    helpers: [...helpers],
  };
}
