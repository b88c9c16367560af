// The functions of schemas that a plan can hold: those whose text says all that they do.
import { type AnyNode, parse } from 'acorn';
import { type AnyFunction, findBinding } from './function-scopes.ts';

/**
 * Functions and constants of the project that such a text may name, with their modules: in a bundle, these load nothing that
 * the function does not need.
 */
export const helperModules: Readonly<Record<string, string>> = {
  MAX_FILE_BYTES: 'shared/http/file-content.ts',
  controlTypes: 'shared/directory/record/custom-field.ts',
  dayInZone: 'shared/time/day-in-zone.ts',
  findWebhookUrlError: 'shared/webhooks/target.ts',
  findTopicError: 'shared/change-feed/topics.ts',
  firstClassDay: 'functions/training/classes/record/class.ts',
  getRequestZone: 'shared/time/request-zone.ts',
  hasValues: 'functions/crm/groups/filter/filter-field.ts',
  isBlank: 'shared/values/blank.ts',
  isCurrency: 'shared/money/currency.ts',
  isDivision: 'shared/directory/officials/constituent-entries.ts',
  isShortEnough: 'functions/identity/lists/names.ts',
  isTimeZone: 'shared/time/is-time-zone.ts',
  lastClassDay: 'functions/training/classes/record/class.ts',
  maxRoles: 'shared/auth/access/tenant-fields.ts',
  parseClockTime: 'shared/time/clock-time.ts',
  toAsciiDomain: 'shared/mail-address/international-address.ts',
};

/** What these modules export, by the same names. */
export const helperValues: ReadonlyMap<string, unknown> = new Map(
  await Promise.all(
    Object.entries(helperModules).map(async ([name, path]) => {
      const module: Readonly<Record<string, unknown>> = await import(`../../../${path}`);
      return [name, module[name]] as const;
    }),
  ),
);

const helperNames = new Map([...helperValues].map(([name, value]) => [value, name]));

const globals = new Set(
  'Array Boolean Date Math Number Object RegExp Set Map String isNaN undefined'.split(' '),
);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The names that a pattern declares: of a parameter or a variable. */
function listPatternNames(pattern: AnyNode | null): readonly string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        listPatternNames(each.type === 'Property' ? each.value : each.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(listPatternNames);
    case 'RestElement':
      return listPatternNames(pattern.argument);
    case 'AssignmentPattern':
      return listPatternNames(pattern.left);
    default:
      return [];
  }
}

/**
 * The names that a node declares for what is within it. Those of `var`, classes, loops and `catch` count as free, and so keep
 * a function from a plan: no schema needs them.
 */
function listDeclaredNames(node: AnyNode): readonly string[] {
  if (node.type === 'BlockStatement')
    return node.body.flatMap((statement) =>
      statement.type === 'VariableDeclaration' && statement.kind !== 'var'
        ? statement.declarations.flatMap(({ id }) => listPatternNames(id))
        : [],
    );
  if (node.type === 'ArrowFunctionExpression') return node.params.flatMap(listPatternNames);
  if (node.type === 'FunctionExpression') return [node.id ?? null, ...node.params].flatMap(listPatternNames);
  return [];
}

/** The names in a piece of code that it does not declare itself. */
function listFreeNames(node: AnyNode): readonly string[] {
  if (node.type === 'Identifier') return [node.name];
  const declared = new Set(listDeclaredNames(node));
  return Object.entries(node).flatMap(([key, value]) => {
    const isName =
      (node.type === 'MemberExpression' && key === 'property') || (node.type === 'Property' && key === 'key');
    if (isName && !node.computed) return [];
    const children = (Array.isArray(value) ? value : [value]).filter(isNode);
    return children.flatMap(listFreeNames).filter((name) => !declared.has(name));
  });
}

/** A function's text, and the functions of the project that it calls. */
export interface PlainCode {
  readonly text: string;
  readonly helpers: readonly string[];
}

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';

/** The text of a function, whatever its own `toString` says. */
export const readFunctionText = (run: unknown): string =>
  isFunction(run) ? Function.prototype.toString.call(run) : String(run);

/** The function expression that a text is, if it reads one value and nothing of its caller. */
function parseFunction(text: string): AnyNode | undefined {
  let expression: AnyNode | undefined;
  try {
    const [statement] = parse(`(${text})`, { ecmaVersion: 'latest', sourceType: 'module' }).body;
    expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  } catch {
    // A method of an object or class, or a function without a text: a native or bound one.
  }
  if (expression?.type !== 'ArrowFunctionExpression' && expression?.type !== 'FunctionExpression')
    return undefined;
  const [first, ...others] = expression.params;
  const readsOneValue = first?.type !== 'RestElement' && others.length === 0;
  const isPlain = !expression.async && !expression.generator && !/\b(this|import)\b/.test(text);
  return readsOneValue && isPlain ? expression : undefined;
}

/** Whether a free name means in a function's scopes what it means in a bundle: the project's own function, or a global. */
function isSameInBundle(name: string, run: AnyFunction): boolean {
  const binding = findBinding(name, run);
  return binding ? helperValues.has(name) && helperValues.get(name) === binding.value : globals.has(name);
}

/**
 * The code of a function of one value that uses nothing but what its text names; undefined for any other function. What it
 * names is found by what it is: another function of the same name is not the project's own.
 */
export function findPlainCode(run: unknown): PlainCode | undefined {
  const text = readFunctionText(run);
  const expression = parseFunction(text);
  if (!isFunction(run) || !expression) return undefined;
  const helper = helperNames.get(run);
  if (helper !== undefined) return { text: helper, helpers: [helper] };
  const free = [...new Set(listFreeNames(expression))];
  if (!free.every((name) => isSameInBundle(name, run))) return undefined;
  return { text, helpers: free.filter((name) => helperValues.has(name)) };
}
