// What a generator for OpenAPI 3.0 needs beside a converter.

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** `X or null` as OpenAPI 3.0 says it. */
function joinNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const parts: readonly Schema[] = Array.isArray(anyOf) ? anyOf.filter(isObject) : [];
  const others = parts.filter(({ type }) => type !== 'null');
  if (others.length === parts.length) return schema;
  const [only] = others;
  if (others.length !== 1 || !only) return { ...rest, anyOf: others, nullable: true };
  return '$ref' in only ? { ...rest, allOf: others, nullable: true } : { ...rest, ...only, nullable: true };
}

/** The generator takes patterns for Perl's /pattern/, and a client needs no examples. */
const leftOut = ['pattern', 'example', 'examples'];

/** Stands for a field called `schemas` while the converter runs, which takes its parts for the schemas of components. */
const schemasField = 'x-field-schemas';

/**
 * A document without what the converter mistakes: examples, whose fields it takes for the document's, and fields called
 * `schemas`, which every record of SCIM has (RFC 7643, section 3). `prepareDocument` names them again.
 * @param isProperties whether the names are those of fields
 */
export function protectDocument(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => protectDocument(entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]): (readonly [string, unknown])[] => {
      if (!isProperties && leftOut.includes(name)) return [];
      const isField = isProperties && name === 'schemas';
      return [
        [isField ? schemasField : name, protectDocument(entry, name === 'properties' && !isProperties)],
      ];
    }),
  );
}

/**
 * A document in the words of OpenAPI 3.0 that the generator understands.
 * @param isProperties whether the names are those of fields, which may be called `pattern` too
 */
export function prepareDocument(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => prepareDocument(entry));
  if (!isObject(value)) return value;
  const entries = Object.entries(isProperties ? value : joinNull(value)).flatMap(
    ([name, entry]): (readonly [string, unknown])[] => {
      if (!isProperties && leftOut.includes(name)) return [];
      if (!isProperties && name === 'const') return [['enum', [entry]]];
      const given = isProperties && name === schemasField ? 'schemas' : name;
      return [[given, prepareDocument(entry, name === 'properties' && !isProperties)]];
    },
  );
  return Object.fromEntries(entries);
}
