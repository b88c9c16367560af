// The functions of schemas that a plan can hold: those whose text says all that they do.
import { type AnyNode, parse } from 'acorn';

/**
 * Functions and constants of the project that such a text may name, with their modules: in a bundle, these load nothing that
 * the function does not need. A schema's function that has one of these names is that one.
 */
export const helperModules: Readonly<Record<string, string>> = {
  MAX_FILE_BYTES: 'shared/http/file-content.ts',
  controlTypes: 'shared/directory/custom-field.ts',
  findWebhookUrlError: 'shared/webhooks/target.ts',
  findTopicError: 'shared/change-feed/topics.ts',
  firstClassDay: 'functions/training/classes/class.ts',
  hasValues: 'functions/crm/groups/filter/filter-field.ts',
  isBlank: 'shared/data/blank.ts',
  isCurrency: 'shared/money/currency.ts',
  isDivision: 'shared/directory/constituent-entries.ts',
  isShortEnough: 'functions/identity/names.ts',
  isTimeZone: 'shared/time/is-time-zone.ts',
  lastClassDay: 'functions/training/classes/class.ts',
  maxRoles: 'shared/auth/tenant-fields.ts',
  parseClockTime: 'shared/time/clock-time.ts',
  toAsciiDomain: 'shared/mail/international-address.ts',
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
  if (Object.hasOwn(helperModules, run.name)) return { text: run.name, helpers: [run.name] };
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
