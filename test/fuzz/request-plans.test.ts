// A plan reads every value as its schema does: it accepts nothing that the schema refuses, refuses nothing that the schema
// accepts, and reads the same value.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { helperValues } from '../../infra/aws/bundling/plain-code.ts';
import { UnplannedError, writePlan } from '../../infra/aws/bundling/plan-schema.ts';
import { planRequest } from '../../infra/aws/bundling/request-plans.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { fillPlaceholders } from '../../infra/openapi/examples.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { type Plan, readPlan, refused } from '../../shared/http/request/plan.ts';
import { type RequestPlan, readByPlan } from '../../shared/http/request/read-by-plan.ts';
import { readBySchemas } from '../../shared/http/request/read-by-schemas.ts';
import type { Request } from '../../shared/http/request/request.ts';
import { badJson } from './bad-values.ts';
import { generateValue } from './from-schema.ts';
import { toJsonSchema } from './requests.ts';

const requestedSeed = process.env.FUZZ_SEED ?? '1';
const seed = requestedSeed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(requestedSeed);

/** How many good and how many bad values the parts with a kind of plan get at least, all together. */
const valuesPerKind = 1000;

interface PlannedPart {
  readonly name: string;
  readonly part: keyof RequestPlan;
  readonly schema: z.ZodType;
  readonly plan: Plan;
  readonly example: unknown;
  /** Whether it is sent as pairs of names and values. */
  readonly isForm: boolean;
}

/** The plan as a bundle has it: made from its text. */
function compilePlan(plan: Plan): Plan {
  const { text, helpers: names } = writePlan(plan);
  return new Function(...names, `return ${text};`)(...names.map((name) => helperValues.get(name)));
}

function planParts(name: string, contract: EndpointConfig): readonly PlannedPart[] {
  const plans = ((): RequestPlan => {
    try {
      return planRequest(contract);
    } catch (error) {
      if (error instanceof UnplannedError) return {};
      throw error;
    }
  })();
  return (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = contract[part];
    const plan = plans[part];
    const sample = part === 'headers' ? undefined : contract.example[part];
    const example = fillPlaceholders(sample ?? {}, {});
    const isForm = part === 'body' && contract.bodyType === 'form';
    return schema && plan ? [{ name, part, schema, plan: compilePlan(plan), example, isForm }] : [];
  });
}

/** The kinds of everything in a plan. */
function listKinds(plan: Plan): ReadonlySet<string> {
  const kinds = new Set<string>();
  JSON.stringify(plan, (key, value: unknown) => {
    if (key === 'is' || key === 'do' || key === 'to') kinds.add(String(value));
    if (typeof value === 'function') kinds.add('code');
    if (
      key === 'url' ||
      key === 'multipleOf' ||
      key === 'pattern' ||
      key === 'strict' ||
      key === 'fits' ||
      key === 'shortest' ||
      key === 'longest'
    )
      kinds.add(key);
    return value;
  });
  return kinds;
}

/** Values at the limits that a plan names, and just beyond. */
function listEdges(plan: Plan): readonly unknown[] {
  const edges = new Set<unknown>([undefined, null, '', ' ', 0, -0, 0.5, 'x', true, 'true']);
  JSON.stringify(plan, (key, value: unknown) => {
    if (typeof value !== 'number') return value;
    if (['shortest', 'longest', 'length'].includes(key) && value <= 5000)
      for (const length of [value - 1, value, value + 1])
        for (const character of ['x', '🎓', ' x']) edges.add(character.repeat(Math.max(length, 0)));
    if (['least', 'most'].includes(key))
      for (const number of [value - 1, value, value + 1, value + 0.5]) edges.add(number).add(String(number));
    return value;
  });
  return [...edges];
}

/** The value with an edge in each of its members in turn, as it is and in a list. */
const placeEdges = (
  value: unknown,
  names: readonly string[],
  edges: readonly unknown[],
): readonly unknown[] =>
  names.flatMap((name) =>
    edges.flatMap((edge) => [
      { ...(value as object), [name]: edge },
      { ...(value as object), [name]: [edge] },
    ]),
  );

/** Both readings of a value, in a form that tells absent members from undefined ones, and 0 from -0. */
const readings = ({ schema, plan }: PlannedPart, value: unknown) => {
  const bySchema = schema.safeParse(value);
  const byPlan = readPlan(plan, value, { hasUnknownNames: false });
  return {
    byPlan: byPlan === refused ? 'refused' : { read: byPlan },
    bySchema: bySchema.success ? { read: bySchema.data } : 'refused',
  };
};

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The value as a path or a query has it: texts. */
const toTexts = (value: unknown): unknown =>
  isMembers(value) && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          Array.isArray(member) ? member.map(String) : member === undefined ? undefined : String(member),
        ]),
      )
    : value;

/** The value with another one in one of its places, at any depth. */
function spoil(value: unknown, worse: unknown, [first = 0, ...steps]: readonly number[]): unknown {
  if (!isMembers(value) || first % 5 === 4) return worse;
  const names = Object.keys(value);
  const name = names[first % Math.max(names.length, 1)];
  if (name === undefined) return worse;
  const inner = spoil(value[name], worse, steps);
  if (Array.isArray(value)) return value.map((entry, index) => (String(index) === name ? inner : entry));
  // One name in a few is left out.
  return Object.fromEntries(
    Object.entries(value).flatMap(([each, member]) =>
      each !== name ? [[each, member]] : first % 7 === 6 ? [] : [[each, inner]],
    ),
  );
}

const blanks = fc.constantFrom(
  '""',
  '" "',
  'null',
  '" x "',
  '"TRUE"',
  '" 7 "',
  '7',
  '[""]',
  '"2027-02-01"',
  '{}',
);
/** The values of long texts, which are few constants: to parse each anew is most of the work. Nothing changes them. */
const parsedTexts = new Map<string, unknown>();

function parseJson(text: string): unknown {
  if (text.length < 1000) return JSON.parse(text);
  const value = parsedTexts.get(text) ?? JSON.parse(text);
  parsedTexts.set(text, value);
  return value;
}

const steps = fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 });

it('a plan reads what its schema reads, for every part of every contract', async () => {
  console.log(`FUZZ_SEED=${seed} repeats this run`);
  const endpoints = await listEndpoints();
  const parts = endpoints.flatMap(({ name, contract }) => planParts(name, contract));
  const partsWith = new Map<string, number>();
  const kindsOf = new Map(parts.map((part) => [part, listKinds(part.plan)]));
  for (const kinds of kindsOf.values())
    for (const kind of kinds) partsWith.set(kind, (partsWith.get(kind) ?? 0) + 1);
  const counts = new Map<string, { good: number; bad: number }>();

  const compare = (part: PlannedPart, value: unknown): void => {
    const { byPlan, bySchema } = readings(part, value);
    if (!isDeepStrictEqual(byPlan, bySchema))
      expect(byPlan, `${part.name} ${part.part}: ${JSON.stringify(value).slice(0, 500)}`).toStrictEqual(
        bySchema,
      );
    for (const kind of kindsOf.get(part) ?? []) {
      const count = counts.get(kind) ?? { good: 0, bad: 0 };
      if (bySchema === 'refused') count.bad += 1;
      else count.good += 1;
      counts.set(kind, count);
    }
  };

  for (const part of parts) {
    const rarest = Math.min(...[...(kindsOf.get(part) ?? [])].map((kind) => partsWith.get(kind) ?? 1));
    // A quarter more, because some of those that are drawn as bad are good.
    const runs = Math.ceil((1.25 * valuesPerKind) / rarest) + 2;
    const isText = part.part !== 'body';
    compare(part, part.example);
    const names = part.plan.is === 'object' ? part.plan.fields.map(({ name }) => name) : [];
    for (const value of placeEdges(part.example, names, listEdges(part.plan))) compare(part, value);
    const drawn = fc.sample(fc.tuple(generateValue(toJsonSchema(part.schema)), badJson, blanks, steps), {
      seed,
      numRuns: runs,
    });
    for (const [value, bad, blank, places] of drawn) {
      const texts = isText ? toTexts(value) : value;
      const good = part.isForm ? Object.entries(texts as object) : texts;
      compare(part, good);
      compare(part, spoil(good, parseJson(bad), places));
      compare(part, spoil(good, JSON.parse(blank), places));
      compare(part, spoil(part.example, JSON.parse(blank), places));
      compare(part, parseJson(bad));
    }
  }
  console.log(
    `${parts.length} parts of ${new Set(parts.map(({ name }) => name)).size} of ${endpoints.length} endpoints: ${[...counts].map(([kind, { good, bad }]) => `${kind} ${good}/${bad}`).join(', ')}`,
  );
  for (const [kind, { good, bad }] of counts) {
    expect(good, kind).toBeGreaterThanOrEqual(valuesPerKind);
    expect(bad, kind).toBeGreaterThanOrEqual(valuesPerKind);
  }
});

const noteTree = {
  area: 'training',
  method: 'PUT',
  params: z.object({ id: z.guid() }),
  query: z.object({ pageSize: z.coerce.number().optional(), tags: z.array(z.string()).optional() }),
  headers: z.object({ 'api-version': z.literal('1.0') }),
  body: z.object({ name: z.string().max(20), text: z.string(), more: z.object({ a: z.int() }).nullish() }),
  unnamedQuery: 'pageSize',
} as const;

const validRequest: Request = {
  method: 'PUT',
  path: '/',
  requestId: 'one',
  headers: { 'api-version': '1.0', cookie: 'x' },
  query: { PAGESIZE: ['3'], Tags: ['a', 'b'] },
  params: { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  rawBody: '',
  address: '192.0.2.1',
};
const validBody = { name: 'Elm', text: 'old' };

it.each<[string, Partial<Request>, unknown, boolean]>([
  ['everything valid', {}, validBody, true],
  ['a nested member', {}, { ...validBody, more: { a: 1 } }, true],
  ['null for absence', {}, { ...validBody, more: null }, true],
  ['a dry run', { query: { ValidateOnly: ['true'] } }, validBody, true],
  ['a parameter without a name', { query: { '': ['5'] } }, validBody, true],
  ['a parameter that nothing reads', { query: { pagesiz: ['5'] } }, validBody, false],
  ['a header of another value', { headers: { 'api-version': '2' } }, validBody, false],
  ['no header', { headers: {} }, validBody, false],
  ['another id', { params: { id: '7' } }, validBody, false],
  ['no body', {}, undefined, false],
  ['a member that nothing reads', {}, { ...validBody, nam: 1 }, false],
  ['a nested member that nothing reads', {}, { ...validBody, more: { a: 1, b: 2 } }, false],
  ['a prototype', {}, JSON.parse('{"name":"x","text":"y","__proto__":{"a":1}}'), false],
  ['a control character', {}, { ...validBody, name: 'a\u0007' }, false],
  ['a line end in a long text, which is valid', {}, { ...validBody, text: 'a\nb' }, false],
  ['a lone surrogate', {}, { ...validBody, text: '\ud800' }, false],
  ['an empty text for absence', {}, { ...validBody, more: '' }, false],
])('a plan reads a request as the schemas do, or leaves it to them: %s', async (_, change, body, isRead) => {
  const request = { ...validRequest, ...change };
  const plan = planRequest(noteTree as unknown as EndpointConfig);
  const parts = readByPlan(plan, noteTree, request, body);
  expect(parts !== undefined).toBe(isRead);
  if (parts) expect({ ignored: [], parts }).toStrictEqual(await readBySchemas(noteTree, request, body));
});
