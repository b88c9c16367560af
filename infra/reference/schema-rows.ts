// The fields of a schema as rows of a table, nested ones by their path, such as `emails[].value`.
import type { oas32 } from 'zod-openapi';
import type { Operation } from './operations.ts';

type Schema = Exclude<oas32.SchemaObject, boolean>;
type Resolve = Operation['resolve'];

export interface SchemaRow {
  readonly name: string;
  readonly isRequired: boolean;
  /** A phrase, such as `text of 1 to 100 characters or null`. */
  readonly type: string;
  readonly description: string;
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  date: 'date',
  'date-time': 'moment',
  email: 'mail address',
  uri: 'address',
  binary: 'file',
};

/** ` 1 to 100`; an end that is open is left out, as the bounds of a safe integer are. */
function describeRange(least: number | undefined, most: number | undefined): string {
  const [min, max] = [least, most].map((end) =>
    end !== undefined && Math.abs(end) < Number.MAX_SAFE_INTEGER ? end : undefined,
  );
  if (min !== undefined && max !== undefined) return min === max ? ` ${min}` : ` ${min} to ${max}`;
  if (max !== undefined) return ` at most ${max}`;
  return min ? ` at least ${min}` : '';
}

const listVariants = ({ anyOf, oneOf }: Schema): readonly (oas32.SchemaObject | oas32.ReferenceObject)[] =>
  anyOf ?? oneOf ?? [];

const toSchema = (value: oas32.SchemaObject | oas32.ReferenceObject, resolve: Resolve): Schema =>
  typeof value === 'boolean' ? {} : resolve<Schema>(value);

const asCode = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

function describeText({ format = '', minLength, maxLength }: Schema): string {
  const range = describeRange(minLength, maxLength);
  return formats[format] ?? (range === '' ? 'text' : `text of${range} characters`);
}

function describeBase(schema: Schema, resolve: Resolve): string {
  if (schema.const !== undefined) return asCode(schema.const);
  if (schema.enum) return schema.enum.map(asCode).join(', ');
  const [type] = [schema.type ?? []].flat();
  switch (type) {
    case 'string':
      return describeText(schema);
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'whole number' : 'number'}${describeRange(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array': {
      const range = describeRange(schema.minItems, schema.maxItems);
      return `list of${range === '' ? '' : `${range}:`} ${schema.items ? describeType(schema.items, resolve) : 'anything'}`;
    }
    default:
      return type ?? 'anything';
  }
}

/** The types that a value may have, each once, null at the end. */
function listTypes(value: oas32.SchemaObject | oas32.ReferenceObject, resolve: Resolve): readonly string[] {
  const schema = toSchema(value, resolve);
  const variants = listVariants(schema);
  if (variants.length === 0) return [describeBase(schema, resolve)];
  const types = new Set(variants.flatMap((variant) => listTypes(variant, resolve)));
  return [...types].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
}

/** The type of a value as a phrase. */
export const describeType = (value: oas32.SchemaObject | oas32.ReferenceObject, resolve: Resolve): string =>
  listTypes(value, resolve).join(' or ');

/** The rows of everything that is in a value of this schema. */
export function listSchemaRows(
  value: oas32.SchemaObject | oas32.ReferenceObject,
  resolve: Resolve,
  path = '',
): SchemaRow[] {
  const schema = toSchema(value, resolve);
  const variants = [...listVariants(schema), ...(schema.allOf ?? [])].flatMap((variant) =>
    listSchemaRows(variant, resolve, path),
  );
  const items = schema.items ? listSchemaRows(schema.items, resolve, `${path}[]`) : [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const memberPath = path === '' ? name : `${path}.${name}`;
    const content = toSchema(member, resolve);
    const row: SchemaRow = {
      name: memberPath,
      isRequired: schema.required?.includes(name) ?? false,
      type: describeType(member, resolve),
      description: [
        content.description,
        content.default !== undefined && `Default: ${asCode(content.default)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    };
    return [row, ...listSchemaRows(member, resolve, memberPath)];
  });
  const named =
    typeof schema.additionalProperties === 'object'
      ? listSchemaRows(schema.additionalProperties, resolve, path === '' ? '*' : `${path}.*`)
      : [];
  // Alternatives share most of their fields.
  const rows = new Map(
    [...variants, ...items, ...members, ...named].map((row) => [`${row.name} ${row.type}`, row]),
  );
  return [...rows.values()];
}
