// node clients/python/prepare.mjs <document 3.1> <document 3.0>: what a generator for OpenAPI 3.0 needs beside a converter.
import { readFile, writeFile } from 'node:fs/promises';

const [from, to] = process.argv.slice(2);

/** `X or null` as OpenAPI 3.0 says it. */
function joinNull(schema) {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (!others || others.length === schema.anyOf.length) return schema;
  const { anyOf: _, ...rest } = schema;
  const [only] = others;
  if (others.length > 1) return { ...rest, anyOf: others, nullable: true };
  return only.$ref ? { ...rest, allOf: others, nullable: true } : { ...rest, ...only, nullable: true };
}

/** Patterns are left out, because the generator takes them for Perl's /pattern/, and examples, because clients do not need them. */
function prepare(value, isProperties = false) {
  if (Array.isArray(value)) return value.map((entry) => prepare(entry));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(isProperties ? value : joinNull(value)).flatMap(([name, entry]) => {
    if (!isProperties && ['pattern', 'example', 'examples'].includes(name)) return [];
    if (!isProperties && name === 'const') return [['enum', [entry]]];
    return [[name, prepare(entry, name === 'properties' && !isProperties)]];
  });
  return Object.fromEntries(entries);
}

await writeFile(to, JSON.stringify(prepare(JSON.parse(await readFile(from, 'utf8')))));
