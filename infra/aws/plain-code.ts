// The functions of schemas that a plan can hold: those whose text says all that they do.
import { type AnyNode, parse } from 'acorn';

/** Functions of the project that such a text may call, with their modules, which load nothing. */
export const helperModules: Readonly<Record<string, string>> = {
  isBlank: 'shared/data/blank.ts',
};

const globals = new Set(
  'Array Boolean Date Math Number Object RegExp Set Map String isNaN undefined'.split(' '),
);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Names that a piece of code declares, and names that it reads. */
interface Names {
  readonly declared: Set<string>;
  readonly read: Set<string>;
}

/** Collects the names of a pattern: of a parameter or a variable. */
function declare(pattern: AnyNode | null | undefined, names: Names): void {
  switch (pattern?.type) {
    case 'Identifier':
      names.declared.add(pattern.name);
      break;
    case 'ObjectPattern':
      for (const each of pattern.properties)
        declare(each.type === 'Property' ? each.value : each.argument, names);
      break;
    case 'ArrayPattern':
      for (const each of pattern.elements) declare(each, names);
      break;
    case 'RestElement':
      declare(pattern.argument, names);
      break;
    case 'AssignmentPattern':
      declare(pattern.left, names);
      break;
  }
}

function collect(node: AnyNode, names: Names): void {
  if (node.type === 'Identifier') {
    names.read.add(node.name);
    return;
  }
  if (node.type === 'VariableDeclarator') declare(node.id, names);
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression')
    for (const parameter of node.params) declare(parameter, names);
  for (const [key, value] of Object.entries(node)) {
    const isName =
      (node.type === 'MemberExpression' && key === 'property') || (node.type === 'Property' && key === 'key');
    if (isName && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child, names);
  }
}

/** A function's text, and the functions of the project that it calls. */
export interface PlainCode {
  readonly text: string;
  readonly helpers: readonly string[];
}

/** The code of a function of one value that uses nothing but what its text names; undefined for any other function. */
export function findPlainCode(run: unknown): PlainCode | undefined {
  if (typeof run !== 'function' || run.length > 1) return undefined;
  const text = String(run);
  let expression: AnyNode | undefined;
  try {
    const [statement] = parse(`(${text})`, { ecmaVersion: 'latest', sourceType: 'module' }).body;
    expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  } catch {
    // A method of an object or class.
  }
  if (expression?.type !== 'ArrowFunctionExpression' && expression?.type !== 'FunctionExpression')
    return undefined;
  if (expression.async || expression.generator || text.includes('this')) return undefined;
  const names: Names = { declared: new Set(), read: new Set() };
  if (expression.type === 'FunctionExpression' && expression.id) names.declared.add(expression.id.name);
  collect(expression, names);
  const free = [...names.read].filter((name) => !names.declared.has(name) && !globals.has(name));
  return free.every((name) => Object.hasOwn(helperModules, name)) ? { text, helpers: free } : undefined;
}
