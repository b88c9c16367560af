// Evaluates the policies of synthesized roles as IAM would, as far as they use its features.
import { type Resource, toText } from './deployment/template.ts';

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
  /** The account for which a service makes the request; absent when the service does not send it. */
  readonly sourceAccount?: string;
  /** Whether the request is sent over TLS; it is by default. */
  readonly isSecure?: boolean;
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
  { leadingKeys, requestTags = {}, sourceAccount, isSecure = true }: PolicyRequest,
): readonly string[] | undefined {
  if (key === 'aws:SourceAccount') return sourceAccount === undefined ? undefined : [sourceAccount];
  if (key === 'aws:SecureTransport') return [String(isSecure)];
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
    case 'StringEquals':
    case 'Bool':
      return (values ?? []).some((value) => actions.includes(value));
    case 'StringNotLike':
      return !(values ?? []).some(fits);
    default:
      throw new Error(`This evaluation does not know the operator ${operator}`);
  }
}

const conditionsHold = ({ Condition = {} }: Statement, request: PolicyRequest): boolean =>
  Object.entries(Condition).every(([operator, tests]) =>
    Object.entries(tests).every(([key, values]) =>
      conditionHolds(operator, key, [values].flat().map(toText), request),
    ),
  );

/** Whether a statement is about the request. */
const applies = (statement: Statement, request: PolicyRequest): boolean =>
  listActions(statement).some((pattern) => matches(pattern, request.action, request)) &&
  listResources(statement).some((pattern) => matches(pattern, request.resource, request)) &&
  conditionsHold(statement, request);

/** Whether any of the statements allows the request. */
export const allows = (statements: readonly Statement[], request: PolicyRequest): boolean =>
  statements.some((statement) => statement.Effect === 'Allow' && applies(statement, request));

/** Whether a policy of a resource, or a trust policy, is about a service: by its name, or because it is about everybody. */
const isAboutService = ({ Principal }: Statement, service: string): boolean =>
  Principal === '*' ||
  (typeof Principal === 'object' &&
    Principal !== null &&
    (('Service' in Principal && Principal.Service === service) ||
      ('AWS' in Principal && Principal.AWS === '*')));

/** Whether a policy of a resource, or a trust policy, lets an AWS service make the request. What is denied is not allowed. */
export function allowsService(
  statements: readonly Statement[],
  service: string,
  request: PolicyRequest,
): boolean {
  const own = statements
    .filter((statement) => isAboutService(statement, service))
    .map((statement) => ({ ...statement, Resource: statement.Resource ?? '*' }));
  return (
    allows(own, request) &&
    !own.some((statement) => statement.Effect === 'Deny' && applies(statement, request))
  );
}
