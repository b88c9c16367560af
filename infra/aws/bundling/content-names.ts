// Has a bundle contain the names of a stored record's fields in place of its schema.
//
// Rules take the content of a record by the names of its schema (shared/directory/record/stored.ts), and only contracts read values
// by it. Where an endpoint reads requests by a plan, the names are all that is left of such a schema; bundle.ts builds a
// function without this where anything in it needs zod all the same, or more than the names.
import { pathToFileURL } from 'node:url';
import { parse } from 'acorn';

/** The constant of a build that has such names only. */
export const namesOnly = 'HAS_NAMES_ONLY';

/** The declaration of such a schema. */
const declaration =
  /^export const (\w+(?:Content|FieldsRequest)) = (?:\/\* @__PURE__ \*\/ \(\(\) => \()?z\b/m;

/** A use of such a schema for more than the names of its fields. */
const otherUse = /\b[A-Z]\w*(?:Content|FieldsRequest)\d*\.(?!shape\b(?!\.))/;

/** Whether the text of a bundle needs no more of these schemas than their names. */
export const needsNamesOnly = (text: string): boolean => !otherUse.test(text);

/** The names of a schema's fields, as the part of it that code may use. */
async function describeNames(path: string, name: string): Promise<string | undefined> {
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const schema = module[name];
  if (typeof schema !== 'object' || schema === null || !('shape' in schema)) return undefined;
  const names = Object.keys(schema.shape as object);
  return JSON.stringify({ shape: Object.fromEntries(names.map((field) => [field, true])) });
}

/**
 * The text of a module which has the names of its schemas of content, where the constant is defined as true.
 * @param text JavaScript
 */
export async function replaceContents(path: string, text: string): Promise<string> {
  if (!declaration.test(text)) return text;
  const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  const edits = body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      return [];
    return statement.declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && /(?:Content|FieldsRequest)$/.test(id.name) && init
        ? [{ name: id.name, start: init.start, end: init.end }]
        : [],
    );
  });
  let result = text;
  for (const { name, start, end } of edits.toReversed()) {
    const names = await describeNames(path, name);
    if (names)
      result = `${result.slice(0, start)}${namesOnly} ? ${names} : /* @__PURE__ */ ${result.slice(start, end)}${result.slice(end)}`;
  }
  return result;
}
