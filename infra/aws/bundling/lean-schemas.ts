// Removes from a bundle the schemas that its function never uses: those of replies, and of neighbouring endpoints.
//
// A contract declares everything about its endpoints, and building its schemas took 12 of the 120 ms of processor time of
// a cold start, more than any other code of the project. At run time a function needs only its own endpoint's request.
import { type CallExpression, type ObjectPattern, type Program, parse } from 'acorn';

/** A replacement of a range of text. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isCallTo = ({ callee }: CallExpression, name: string): boolean =>
  callee.type === 'Identifier' && callee.name === name;

/** Empties the replies of an endpoint: documents, the gateway and tests read them, the function does not. */
function emptyResponses(declaration: CallExpression): TextEdit[] {
  const [config] = declaration.arguments;
  if (config?.type !== 'ObjectExpression') return [];
  return config.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'responses'
      ? [{ start: property.start, end: property.end, text: 'responses: {}' }]
      : [],
  );
}

/** What the bundler would keep, because it may have an effect where it is evaluated. */
const removableTypes = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression', 'MemberExpression']);

/** The names that a pattern declares; undefined for one with a name that is computed or has a default. */
function listNames(pattern: ObjectPattern): readonly string[] | undefined {
  const names = pattern.properties.map((each) => {
    const value = each.type === 'Property' ? each.value : each.argument;
    return value.type === 'Identifier' && !(each.type === 'Property' && each.computed)
      ? value.name
      : undefined;
  });
  return names.some((name) => name === undefined) ? undefined : names.filter((name) => name !== undefined);
}

/** `{ a, b: c, ...d } = f()` as a declaration for each name, which the bundler may remove; undefined for other patterns. */
function writeDestructuring(pattern: ObjectPattern, source: string, call: string): string | undefined {
  const names = listNames(pattern);
  if (!names) return undefined;
  const whole = `whole${pattern.start}`;
  const text = source.slice(pattern.start, pattern.end);
  return [
    `${whole} = /* @__PURE__ */ (() => ${call})()`,
    ...names.map(
      (name) => `${name} = /* @__PURE__ */ (() => { const ${text} = ${whole}; return ${name}; })()`,
    ),
  ].join(', ');
}

/**
 * Wraps each declaration at the top of the module into a function that is marked as pure and called at once, so that the
 * bundler may remove those that nothing uses.
 */
function listEdits({ body }: Program, source: string): TextEdit[] {
  return body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
    return declaration.declarations.flatMap(({ id, init, start, end }) => {
      if (id.type === 'ObjectPattern' && init?.type === 'CallExpression') {
        const text = writeDestructuring(id, source, source.slice(init.start, init.end));
        return text === undefined ? [] : [{ start, end, text }];
      }
      if (id.type !== 'Identifier' || !init || !removableTypes.has(init.type)) return [];
      return [
        { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
        ...(init.type === 'CallExpression' && isCallTo(init, 'endpoint') ? emptyResponses(init) : []),
        { start: init.end, end: init.end, text: '))()' },
      ];
    });
  });
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let index = 0;
  const parts = edits.flatMap(({ start, end, text: replacement }) => {
    const part = [text.slice(index, start), replacement];
    index = end;
    return part;
  });
  return [...parts, text.slice(index)].join('');
}

/** What a module imports that declares schemas: zod, or the project's own functions that make them. */
const schemaImports =
  /from '(zod|[^']*(lenient|lists\/query|list-body|filter-rules|envelopes|fields|schemas)\.ts)'/;

/** A schema that is made of that of a stored record. */
const refinesContent = /= [A-Z]\w*Content\.\w+\(/;

/**
 * Whether a module of functions/ or shared/ declares schemas. A contract may have all of its own from others.
 * @param source its TypeScript
 */
export const declaresSchemas = (path: string, source: string): boolean =>
  /[\\/](functions|shared)[\\/].*\.ts$/.test(path) &&
  (path.endsWith('contract.ts') || schemaImports.test(source) || refinesContent.test(source));

/**
 * The text of such a module with schemas that a bundler may remove.
 * @param text JavaScript
 */
export const leanSchemas = (text: string): string =>
  applyEdits(text, listEdits(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }), text));
