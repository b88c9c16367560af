// Values that a JSON schema allows, as fast-check arbitraries: the valid values of a contract.
import fc from 'fast-check';

/** A JSON schema (draft 2020-12) as zod writes it, as far as contracts use it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  /** One valid value; the only one used when `isRefined`. */
  readonly example?: unknown;
  /** Whether code checks a rule that no schema can express, such as "an IANA time zone". */
  readonly isRefined?: boolean;
}

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');
const date = fc
  .tuple(
    fc.integer({ min: 1900, max: 2199 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => `${year}-${pad(month, 2)}-${pad(day, 2)}`);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${pad(hour, 2)}:${pad(minute, 2)}:00`);
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  guid: fc.uuid(),
  email: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`),
  uri: word.map((host) => `https://${host}.example/`),
  date,
  time: clock,
  'date-time': fc.tuple(date, clock).map(([day, time]) => `${day}T${time}Z`),
};

/** Valid text of every kind: letters, other scripts, emoji, marks, quotes, text that looks like code. */
const graphemes = fc.string({ unit: 'grapheme', maxLength: 40 });
const unusualTexts = fc.constantFrom(
  'Zoë',
  'Đặng',
  '名前',
  '👩‍👩‍👧',
  "O'Brien",
  '<b>"x"</b>',
  '{{userName}}',
  '%00',
  '../..',
  '__proto__',
  'null',
  '0',
);

/** How many texts in a row may be outside their bounds before nothing within them is expected any more. */
const mostMisses = 10_000;

/** Only what passes; an error where next to nothing does, in place of a search without end. */
function keep(drawn: fc.Arbitrary<string>, passes: (value: string) => boolean): fc.Arbitrary<string> {
  let misses = 0;
  return drawn.filter((value) => {
    if (passes(value)) misses = 0;
    else if (++misses > mostMisses)
      throw new Error(`Hardly any text of ${JSON.stringify(value).slice(0, 80)} and its like is valid.`);
    return misses === 0;
  });
}

/** Texts of a pattern; the repetition at its end is as often as the shortest text needs it, and a little oftener. */
const generateMatching = (pattern: string, shortest: number): fc.Arbitrary<string> =>
  fc.stringMatching(
    new RegExp(
      shortest < 10
        ? pattern
        : pattern.replace(/(?<=^\^\[[^\]]+\])[+*](?=\$$)/, `{${shortest},${shortest + 10}}`),
    ),
  );

function generateText({ minLength = 0, maxLength = 60, pattern, format }: JsonSchema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : formats[format];
  const drawn =
    known ??
    (pattern === undefined ? fc.oneof(graphemes, unusualTexts) : generateMatching(pattern, minLength));
  // Schemas that trim before they count would find a text of only blanks too short.
  const filled = drawn.map((value) =>
    value.trim().length >= minLength ? value : value.trim().padEnd(minLength, 'x'),
  );
  return known || pattern !== undefined
    ? keep(drawn, (value) => value.length >= minLength && value.length <= maxLength)
    : filled.map((value) => value.slice(0, maxLength));
}

function generateNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, type } = schema;
  const min = Math.max(minimum ?? -1e9, exclusiveMinimum === undefined ? -1e9 : exclusiveMinimum + 1);
  const max = Math.min(maximum ?? 1e9, exclusiveMaximum === undefined ? 1e9 : exclusiveMaximum - 1);
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return type === 'integer' || schema.multipleOf
    ? whole
    : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
}

function generateObject(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, generateValue(inner, root)])),
    { requiredKeys: required.filter((name) => Object.hasOwn(properties, name)), noNullPrototype: true },
  );
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return known;
  const names = propertyNames ? generateValue(propertyNames, root).map(String) : word;
  return fc.dictionary(names, generateValue(additionalProperties, root), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}

function generateList(
  { items = {}, prefixItems, minItems = 0, maxItems = 5 }: JsonSchema,
  root: JsonSchema,
): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((inner) => generateValue(inner, root)));
  return fc.array(generateValue(items, root), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 5),
  });
}

/** Values the schema allows. `root` contains what `$ref` refers to. */
export function generateValue(schema: JsonSchema, root: JsonSchema = schema): fc.Arbitrary<unknown> {
  if (schema.isRefined) return fc.constant(schema.example);
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (!target) throw new Error(`The schema points at ${schema.$ref}, which is not there.`);
    return generateValue(target, root);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((inner) => generateValue(inner, root)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((inner) => generateValue(inner, root)))
      .map((parts) => Object.assign({}, ...parts));
  switch (schema.type) {
    case 'string':
      return generateText(schema);
    case 'integer':
    case 'number':
      return generateNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return generateList(schema, root);
    case 'object':
      return generateObject(schema, root);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}
