// A function of a schema that only resembles one of the project: its plan does what the schema does, or there is none.
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import { type Plan, readPlan, refused } from '../../../shared/http/request/plan.ts';
import { isCurrency, isCurrency as isTimeZone } from '../../../shared/money/currency.ts';
import { isBlank } from '../../../shared/values/blank.ts';
import { helperValues } from './plain-code.ts';
import { UnplannedError, writePlan } from './plan-schema.ts';
import { planRequest } from './request-plans.ts';

/** What a bundle reads of a body by the plan of its schema. */
function readAsPlanned(body: z.ZodType, value: unknown): unknown {
  const contract = { area: 'training', method: 'POST', body } as unknown as EndpointConfig;
  try {
    const { text, helpers } = writePlan(planRequest(contract).body);
    const values = helpers.map((name) => helperValues.get(name));
    const plan: Plan = new Function(...helpers, `return ${text};`)(...values);
    const read = readPlan(plan, value, { hasUnknownNames: false });
    return read === refused ? 'refused' : { read };
  } catch (error) {
    if (error instanceof UnplannedError) return 'unplanned';
    throw error;
  }
}

type Condition = (text: string) => boolean;

const isEuro: Condition = (text) => text === 'EUR';

// The module's own, by the name of the project's.
const hasValues: Condition = (text) => text === 'EUR';

const withLocalName = (): Condition => {
  const isCurrency = (text: string) => text === 'EUR';
  return isCurrency;
};

const withParameter =
  (isBlank: (value: unknown) => boolean): Condition =>
  (text) =>
    !isBlank(text);

/** The condition that a text makes in a function with this one parameter: a name that no linter lets a module have. */
const evaluate = (condition: string, parameter: string, value: unknown): Condition =>
  new Function(parameter, `return ${condition};`)(value);

const renamed = <T extends Condition>(condition: T, name: string): T =>
  Object.defineProperty(condition, 'name', { value: name });

it.each<[string, Condition, 'refused' | 'unplanned']>([
  ['a local function by the name of a shared one', withLocalName(), 'refused'],
  [
    'a local function whose name was set to that of a shared one',
    renamed((t) => t === 'EUR', 'isCurrency'),
    'refused',
  ],
  ["a call of the module's own function by the name of a shared one", (text) => hasValues(text), 'unplanned'],
  [
    'a call of a shared function that was imported by the name of another one',
    (text) => !isTimeZone(text),
    'unplanned',
  ],
  [
    'a call of a parameter by the name of a shared function',
    withParameter((text) => text !== 'EUR'),
    'unplanned',
  ],
  [
    'a call of a captured function by the name of a global one',
    evaluate('(t) => Boolean(t)', 'Boolean', isEuro),
    'unplanned',
  ],
  [
    'a captured constant by the name of a shared one',
    evaluate('(t) => t.length > MAX_FILE_BYTES', 'MAX_FILE_BYTES', 9),
    'unplanned',
  ],
  [
    'a captured name that an inner block declares as well',
    evaluate('(t) => { if (!t) { const eur = 1; return eur; } return eur(t); }', 'eur', isEuro),
    'unplanned',
  ],
  [
    'a method by the name of a shared function',
    { isCurrency: (text: string) => text === 'EUR' }.isCurrency,
    'refused',
  ],
  [
    'a method that reads its object',
    {
      isCurrency(text: string) {
        return text === 'EUR';
      },
    }.isCurrency,
    'unplanned',
  ],
  [
    'a bound function by the name of a shared one',
    renamed(isEuro.bind(undefined), 'isCurrency'),
    'unplanned',
  ],
  [
    'a proxy of a shared function',
    new Proxy(isCurrency, { apply: (_, __, [text]) => text === 'EUR' }),
    'unplanned',
  ],
  [
    'a function that gives another text for its own',
    Object.assign((text: string) => text === 'EUR', { toString: () => '() => true' }),
    'refused',
  ],
])('a plan accepts nothing that the schema refuses: %s', (_, condition, expected) => {
  const schema = z.string().refine(condition);
  expect(schema.safeParse('USD').success).toBe(false);
  expect(readAsPlanned(schema, 'USD')).toBe(expected);
});

it('a function of the project is planned, by its name and by the text of a function that calls it', () => {
  const schema = z
    .string()
    .refine(isCurrency)
    .refine((text) => !isBlank(text))
    .refine(withParameter(isBlank));
  expect(readAsPlanned(schema, 'EUR')).toEqual({ read: 'EUR' });
  expect(readAsPlanned(schema, 'eur')).toBe('refused');
});

it('functions of the same text with different closures are told apart', () => {
  expect(readAsPlanned(z.string().refine(withParameter(isBlank)), 'x')).toEqual({ read: 'x' });
  expect(readAsPlanned(z.string().refine(withParameter(() => true)), 'x')).toBe('unplanned');
});

it('a conversion that reads what zod passes to it after the value has no plan', () => {
  const count = (...values: readonly unknown[]) => values.length;
  const substitute = (value: unknown, context: unknown = 'absent') => (context === 'absent' ? 0 : value);
  for (const convert of [count, substitute])
    expect(readAsPlanned(z.unknown().transform(convert), 'x')).toBe('unplanned');
});

it('a default that a function makes at each request has no plan, and a constant one has', () => {
  let count = 0;
  expect(
    readAsPlanned(
      z.number().default(() => ++count),
      undefined,
    ),
  ).toBe('unplanned');
  expect(
    readAsPlanned(
      z.number().prefault(() => ++count),
      undefined,
    ),
  ).toBe('unplanned');
  expect(readAsPlanned(z.number().default(7), undefined)).toEqual({ read: 7 });
  expect(readAsPlanned(z.number().prefault(7), undefined)).toEqual({ read: 7 });
});
