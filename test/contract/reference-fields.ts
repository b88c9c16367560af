// The fields of a request body that may refer to a record, and bodies with an unknown reference in one of them.
import * as z from 'zod';
import type { JsonSchema } from '../fuzz/from-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** A body with a reference that names nothing. */
export interface UnknownReference {
  /** The member of the body that the reference is in. */
  readonly member: string;
  /** As error details name it. */
  readonly target: string;
  readonly body: Json;
}

const unknownId = '00000000-0000-4000-8000-00000000dead';
const unknownNumber = 987_654_321;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function createReader(root: JsonSchema) {
  /** The schema itself, without references and null. */
  const resolve = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref !== undefined)
      return resolve(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? (schema.$ref === '#' ? root : {}));
    const [form] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
    return form ? resolve(form) : schema;
  };
  /** The least that the schema accepts. */
  const buildLeast = (outer: JsonSchema): unknown => {
    const schema = resolve(outer);
    if (schema.properties)
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, buildLeast(schema.properties?.[name] ?? {})]),
      );
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'array') return [];
    if (schema.type === 'boolean') return true;
    if (schema.type === 'string') return schema.format === 'date' ? '2026-01-15' : unknownId;
    return Math.max(1, schema.minimum ?? 1);
  };
  /** The values with an unknown reference that the schema of this name accepts, with their place below it. */
  const listUnknown = (name: string, outer: JsonSchema, sample: unknown): [place: string, unknown][] => {
    const schema = resolve(outer);
    const { type, properties, items, format } = schema;
    if (properties) {
      const least = isObject(sample) ? sample : buildLeast(schema);
      return Object.entries(properties).flatMap(([member, inner]) =>
        listUnknown(member, inner, isObject(least) ? least[member] : undefined).map(
          ([place, value]): [string, unknown] => [
            `.${member}${place}`,
            { ...(isObject(least) && least), [member]: value },
          ],
        ),
      );
    }
    if (type === 'array' && items)
      return listUnknown(name, items, Array.isArray(sample) ? sample[0] : undefined).map(([place, value]) => [
        `[0]${place}`,
        [value],
      ]);
    const isReference = format === 'uuid' || /Ids?$/.test(name) || name === 'role';
    if (!isReference || schema.enum) return [];
    if (type === 'string') return [['', unknownId]];
    return type === 'integer' || type === 'number' ? [['', unknownNumber]] : [];
  };
  return listUnknown;
}

/** The example with an unknown reference in the place of one field, for each field that may refer to a record. */
export function listUnknownReferences(schema: z.ZodType, example: Json): UnknownReference[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return createReader(json)('', json, example).map(([place, body]) => {
    const target = place.slice(1);
    return { member: /^\w+/.exec(target)?.[0] ?? '', target, body: body as Json };
  });
}
