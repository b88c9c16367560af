// A schema as data: what a function needs of it to read valid values without zod, which takes long to load.
//
// infra/aws/bundling/plan-schema.ts makes plans of the schemas of contracts. A plan accepts exactly what its schema accepts, and reads
// the same value; test/fuzz/request-plans.test.ts compares them. What is wrong with a value only the schema can say.
import { type Conversion, convert } from '../../values/conversions.ts';

/** Whether a field may be absent, before and after it was read, in zod's words. */
export type Absence = 'optional' | 'defaulted' | undefined;

/** A function of a schema whose text says all that it does: a plan holds it as code. */
export type Code = (value: never) => unknown;

/** A change of a value, or a condition of it: a limit of a text, list or number, or the schema's own function. */
export type Check =
  | { readonly do: 'trim' | 'lower case' | 'upper case' }
  | { readonly change: Code }
  | { readonly passes: Code }
  /** Where the result is undefined, the schema refuses the value. */
  | { readonly converts: Conversion }
  /** The value stays as it is; another schema accepts it. */
  | { readonly fits: Plan }
  | { readonly url: true; readonly protocol?: string; readonly hostname?: string }
  | { readonly multipleOf: number }
  | { readonly least: number; readonly over?: boolean }
  | { readonly most: number; readonly under?: boolean }
  | { readonly shortest: number }
  | { readonly longest: number }
  | { readonly length: number }
  | { readonly pattern: string; readonly flags: string }
  | { readonly whole: true };

export interface PlannedField {
  readonly name: string;
  readonly plan: Plan;
  readonly before?: Absence;
  readonly after?: Absence;
}

export type Plan = { readonly checks?: readonly Check[] } & (
  | { readonly is: 'text' | 'number' | 'boolean' | 'any' }
  | { readonly is: 'coerced number' | 'coerced text' }
  | { readonly is: 'one'; readonly of: readonly (string | number | boolean | null)[] }
  /** Of other members a strict object has none, and an open one all. */
  | {
      readonly is: 'object';
      readonly fields: readonly PlannedField[];
      readonly strict?: boolean;
      readonly open?: boolean;
    }
  | { readonly is: 'list'; readonly of: Plan }
  | { readonly is: 'members'; readonly names: Plan; readonly of: Plan }
  | { readonly is: 'first that fits'; readonly of: readonly Plan[] }
  | { readonly is: 'optional'; readonly of: Plan; readonly substitutes?: boolean }
  | { readonly is: 'nullable'; readonly of: Plan }
  | { readonly is: 'default'; readonly value: unknown; readonly of: Plan }
  | { readonly is: 'default input'; readonly value: unknown; readonly of: Plan }
  | { readonly is: 'converted'; readonly by: Conversion | Code; readonly of: Plan }
  | { readonly is: 'then'; readonly of: Plan; readonly next: Plan }
);

/** The value of what a plan refuses. */
export const refused: unique symbol = Symbol('refused');

/** What was found while reading, besides the values. */
export interface Findings {
  /** Whether an object has a name that nothing reads. */
  hasUnknownNames: boolean;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lengths of texts are counted in code points, which takes longer than to compare the number of UTF-16 units first. */
function isLengthWithin(value: string | readonly unknown[], shortest: number, longest: number): boolean {
  const units = value.length;
  if (units < shortest) return false;
  if (typeof value !== 'string' || (units <= longest && units >= 2 * shortest)) return units <= longest;
  const length = [...value].length;
  return length >= shortest && length <= longest;
}

const patterns = new Map<string, RegExp>();

function matchesPattern(text: string, pattern: string, flags: string): boolean {
  const key = `${flags}/${pattern}`;
  const known = patterns.get(key) ?? new RegExp(pattern, flags);
  patterns.set(key, known);
  return known.test(text);
}

type Sized = string | readonly unknown[];

/** An address without the white space that its parser leaves out; `refused` for what is none. */
function readUrl(
  text: string,
  { protocol, hostname }: { readonly protocol?: string; readonly hostname?: string },
): string | typeof refused {
  const trimmed = text.trim();
  // Addresses of the web are refused where zod's parser for them would complete one.
  if (protocol === '^https?$' && !/^https?:\/\//i.test(trimmed)) return refused;
  const url = URL.parse(trimmed);
  const fits =
    url &&
    (protocol === undefined || matchesPattern(url.protocol.slice(0, -1), protocol, '')) &&
    (hostname === undefined || matchesPattern(url.hostname, hostname, ''));
  return fits ? trimmed.replaceAll(/[\t\n\r]/g, '') : refused;
}

/** Whether a number is a multiple but for the error of a division, with zod's tolerance. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
}

function changeText(change: 'trim' | 'lower case' | 'upper case', text: string): string {
  if (change === 'trim') return text.trim();
  return change === 'lower case' ? text.toLowerCase() : text.toUpperCase();
}

/** The value after the check; `refused` where it does not pass. */
function applyCheck(check: Check, value: unknown): unknown {
  if ('do' in check) return changeText(check.do, String(value));
  if ('change' in check) return check.change(value as never);
  if ('passes' in check) return check.passes(value as never) ? value : refused;
  if ('converts' in check) return convert(check.converts, value) ?? refused;
  if ('fits' in check)
    return readPlan(check.fits, value, { hasUnknownNames: false }) === refused ? refused : value;
  if ('url' in check) return readUrl(String(value), check);
  if ('multipleOf' in check) return isMultiple(Number(value), check.multipleOf) ? value : refused;
  const passes =
    'pattern' in check
      ? matchesPattern(String(value), check.pattern, check.flags)
      : 'shortest' in check
        ? isLengthWithin(value as Sized, check.shortest, Number.POSITIVE_INFINITY)
        : 'longest' in check
          ? isLengthWithin(value as Sized, 0, check.longest)
          : 'length' in check
            ? isLengthWithin(value as Sized, check.length, check.length)
            : 'whole' in check
              ? Number.isSafeInteger(value)
              : 'least' in check
                ? check.over
                  ? Number(value) > check.least
                  : Number(value) >= check.least
                : check.under
                  ? Number(value) < check.most
                  : Number(value) <= check.most;
  return passes ? value : refused;
}

function readObject(
  { fields, strict, open }: Extract<Plan, { readonly is: 'object' }>,
  value: unknown,
  findings: Findings,
): unknown {
  if (!isObject(value)) return refused;
  const read: Record<string, unknown> = {};
  let known = 0;
  for (const { name, plan, before, after } of fields) {
    const isPresent = name in value;
    if (isPresent && Object.hasOwn(value, name)) known += 1;
    const isOptional = after === 'optional';
    const result = readPlan(plan, value[name], findings);
    if (!isPresent && isOptional && (before === 'optional' || (result === refused && before))) continue;
    if (result === refused || (!isPresent && before === undefined)) return refused;
    if (result !== undefined || isPresent || (before === 'defaulted' && !isOptional)) read[name] = result;
  }
  if (Object.keys(value).length > known) {
    if (strict) return refused;
    if (open) {
      for (const name of Object.keys(value))
        if (name !== '__proto__' && !fields.some((field) => field.name === name)) read[name] = value[name];
    } else findings.hasUnknownNames = true;
  }
  return read;
}

function readList(plan: Plan, value: unknown, findings: Findings): unknown {
  if (!Array.isArray(value)) return refused;
  const read: unknown[] = [];
  for (const entry of value) {
    const result = readPlan(plan, entry, findings);
    if (result === refused) return refused;
    read.push(result);
  }
  return read;
}

/** Reads an object of any names. */
function readMembers(
  { names, of }: Extract<Plan, { readonly is: 'members' }>,
  value: unknown,
  findings: Findings,
): unknown {
  if (!isObject(value)) return refused;
  const read: Record<string, unknown> = {};
  for (const [sent, member] of Object.entries(value)) {
    if (sent === '__proto__') continue;
    const name = readPlan(names, sent, findings);
    const result = name === refused ? refused : readPlan(of, member, findings);
    if (result === refused) return refused;
    read[String(name)] = result;
  }
  return read;
}

function readFirstThatFits(plans: readonly Plan[], value: unknown, findings: Findings): unknown {
  for (const plan of plans) {
    const result = readPlan(plan, value, findings);
    if (result !== refused) return result;
  }
  return refused;
}

/** An object that names `toString` itself has no value as a text or number. */
function coerce<T>(to: (value: unknown) => T, value: unknown): T | typeof refused {
  try {
    return to(value);
  } catch {
    return refused;
  }
}

/** A default is copied, because a handler may change what it gets. */
const copy = (value: unknown): unknown =>
  isObject(value) || Array.isArray(value) ? structuredClone(value) : value;

function readUnchecked(plan: Plan, value: unknown, findings: Findings): unknown {
  switch (plan.is) {
    case 'any':
      return value;
    case 'text':
      return typeof value === 'string' ? value : refused;
    case 'number':
      return Number.isFinite(value) ? value : refused;
    case 'boolean':
      return typeof value === 'boolean' ? value : refused;
    case 'coerced number': {
      const number = coerce(Number, value);
      return Number.isFinite(number) ? number : refused;
    }
    case 'coerced text':
      return coerce(String, value);
    case 'one':
      return plan.of.includes(value as string) ? value : refused;
    case 'object':
      return readObject(plan, value, findings);
    case 'list':
      return readList(plan.of, value, findings);
    case 'members':
      return readMembers(plan, value, findings);
    case 'first that fits':
      return readFirstThatFits(plan.of, value, findings);
    case 'optional': {
      if (value !== undefined) return readPlan(plan.of, value, findings);
      const substitute = plan.substitutes ? readPlan(plan.of, value, findings) : undefined;
      return substitute === refused ? undefined : substitute;
    }
    case 'nullable':
      return value === null ? null : readPlan(plan.of, value, findings);
    case 'default': {
      const read = value === undefined ? undefined : readPlan(plan.of, value, findings);
      return read === undefined ? copy(plan.value) : read;
    }
    case 'default input':
      return readPlan(plan.of, value === undefined ? copy(plan.value) : value, findings);
    case 'converted':
      return readPlan(
        plan.of,
        typeof plan.by === 'function' ? plan.by(value as never) : convert(plan.by, value),
        findings,
      );
    case 'then': {
      const read = readPlan(plan.of, value, findings);
      return read === refused ? refused : readPlan(plan.next, read, findings);
    }
  }
}

/** Reads a value; `refused` where the schema finds it invalid. */
export function readPlan(plan: Plan, value: unknown, findings: Findings): unknown {
  let read = readUnchecked(plan, value, findings);
  for (const check of plan.checks ?? []) {
    if (read === refused) return refused;
    read = applyCheck(check, read);
  }
  return read;
}
