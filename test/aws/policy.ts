// Evaluates the policies of synthesized roles as IAM would, as far as they use its features.
import { type Resource, toText } from './template.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
  readonly Principal?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A request as IAM sees it. */
export interface PolicyRequest {
  readonly action: string;
  readonly resource: string;
  /** Partition keys of a DynamoDB request; absent for one that names none (Scan). */
  readonly leadingKeys?: readonly string[];
  /** The tags of the caller's session. */
  readonly sessionTags?: Readonly<Record<string, string>>;
  /** The tags of a session that is requested. */
  readonly requestTags?: Readonly<Record<string, string>>;
}

const toList = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

const escapeRegExp = (text: string): string => text.replace(/[.+^$()|[\]\\{}*?]/g, '\\$&');

/** The value of a variable in a pattern; undefined when the request has none. */
function resolveVariable(variable: string, { sessionTags = {} }: PolicyRequest): string | undefined {
  if (/^[*?$]$/.test(variable)) return variable;
  const tag = /^aws:PrincipalTag\/(.+)$/.exec(variable)?.[1];
  if (tag === undefined) throw new Error(`This evaluation does not know the variable ${variable}`);
  return sessionTags[tag];
}

/** IAM's wildcards and variables: `*` is any text, `?` is one character, `${...}` is the literal text of its value. */
function matches(pattern: string, text: string, request: PolicyRequest): boolean {
  const parts = pattern.match(/\$\{[^}]*\}|./gs) ?? [];
  let expression = '';
  for (const part of parts) {
    if (part === '*' || part === '?') expression += part === '*' ? '.*' : '.';
    else if (part.length === 1) expression += escapeRegExp(part);
    else {
      const value = resolveVariable(part.slice(2, -1), request);
      // A variable without a value matches nothing.
      if (value === undefined) return false;
      expression += escapeRegExp(value);
    }
  }
  return new RegExp(`^${expression}$`, 's').test(text);
}

const isStatements = (value: unknown): value is readonly Statement[] => Array.isArray(value);

/** The statements of a policy document. */
function readStatements(document: unknown): readonly Statement[] {
  const found =
    typeof document === 'object' && document !== null && 'Statement' in document && document.Statement;
  return isStatements(found) ? found : [];
}

/** The statements of a role's own policies, or of a policy resource. */
export function listStatements({ Properties }: Resource): readonly Statement[] {
  const { Policies = [], PolicyDocument } = Properties;
  const own = Array.isArray(Policies)
    ? Policies.flatMap((policy) => readStatements(policy.PolicyDocument))
    : [];
  return [...own, ...readStatements(PolicyDocument)];
}

/** The resources of a statement as text. */
export const listResources = ({ Resource: resource }: Statement): readonly string[] =>
  (Array.isArray(resource) ? resource : [resource]).map(toText);

/** The statements of a role's trust policy. */
export const listTrustStatements = ({ Properties }: Resource): readonly Statement[] =>
  readStatements(Properties.AssumeRolePolicyDocument);

/** Whether a role lets `principal` (an ARN as text) perform the request with it. */
export const allowsAssume = (
  statements: readonly Statement[],
  principal: string,
  request: PolicyRequest,
): boolean =>
  statements.some(
    ({ Principal, ...statement }) =>
      typeof Principal === 'object' &&
      Principal !== null &&
      'AWS' in Principal &&
      (Array.isArray(Principal.AWS) ? Principal.AWS : [Principal.AWS]).map(toText).includes(principal) &&
      allows([{ ...statement, Resource: '*' }], request),
  );

/** The actions of a statement. */
export const listActions = ({ Action }: Statement): readonly string[] => toList(Action);

/** The values a request has for a condition's key; undefined when it has none. */
function getConditionValues(
  key: string,
  { leadingKeys, requestTags = {} }: PolicyRequest,
): readonly string[] | undefined {
  if (key === 'dynamodb:LeadingKeys') return leadingKeys;
  if (key === 'aws:TagKeys') return Object.keys(requestTags);
  const tag = /^aws:RequestTag\/(.+)$/.exec(key)?.[1];
  if (tag === undefined) throw new Error(`This evaluation does not know the condition key ${key}`);
  const value = requestTags[tag];
  return value === undefined ? undefined : [value];
}

function conditionHolds(
  operator: string,
  key: string,
  actions: readonly string[],
  request: PolicyRequest,
): boolean {
  const values = getConditionValues(key, request);
  const fits = (value: string) => actions.some((pattern) => matches(pattern, value, request));
  switch (operator) {
    case 'Null':
      return (values === undefined) === (actions[0] === 'true');
    case 'ForAllValues:StringLike':
      return (values ?? []).every(fits);
    case 'ForAllValues:StringEquals':
      return (values ?? []).every((value) => actions.includes(value));
    case 'StringNotLike':
      return !(values ?? []).some(fits);
    default:
      throw new Error(`This evaluation does not know the operator ${operator}`);
  }
}

const conditionsHold = ({ Condition = {} }: Statement, request: PolicyRequest): boolean =>
  Object.entries(Condition).every(([operator, tests]) =>
    Object.entries(tests).every(([key, values]) => conditionHolds(operator, key, toList(values), request)),
  );

/** Whether any of the statements allows the request. */
export const allows = (statements: readonly Statement[], request: PolicyRequest): boolean =>
  statements.some(
    (statement) =>
      statement.Effect === 'Allow' &&
      listActions(statement).some((pattern) => matches(pattern, request.action, request)) &&
      listResources(statement).some((pattern) => matches(pattern, request.resource, request)) &&
      conditionsHold(statement, request),
  );
