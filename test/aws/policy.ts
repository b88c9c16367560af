// Evaluates the policies of synthesized roles as IAM would, as far as they go.
import { asText, type Resource } from './template.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A request as IAM sees it. */
export interface Asked {
  readonly action: string;
  readonly resource: string;
  /** Partition keys of a DynamoDB request; absent for one that names none (Scan). */
  readonly leadingKeys?: readonly string[];
}

const list = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

/** IAM's wildcards: `*` for any text, `?` for one character. */
const matches = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^$()|[\]\\{}]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  ).test(text);

const isStatements = (value: unknown): value is readonly Statement[] => Array.isArray(value);

/** The statements of a policy document. */
function statementsIn(document: unknown): readonly Statement[] {
  const found =
    typeof document === 'object' && document !== null && 'Statement' in document && document.Statement;
  return isStatements(found) ? found : [];
}

/** The statements of a role's own policies, or of a policy resource. */
export function statementsOf({ Properties }: Resource): readonly Statement[] {
  const { Policies = [], PolicyDocument } = Properties;
  const own = Array.isArray(Policies)
    ? Policies.flatMap((policy) => statementsIn(policy.PolicyDocument))
    : [];
  return [...own, ...statementsIn(PolicyDocument)];
}

/** The resources of a statement as text. */
export const resourcesOf = ({ Resource: resource }: Statement): readonly string[] =>
  (Array.isArray(resource) ? resource : [resource]).map(asText);

/** The actions of a statement. */
export const actionsOf = ({ Action }: Statement): readonly string[] => list(Action);

function conditionsHold({ Condition = {} }: Statement, { leadingKeys }: Asked): boolean {
  return Object.entries(Condition).every(([operator, tests]) => {
    const [[key, wanted] = ['', '']] = Object.entries(tests);
    if (key !== 'dynamodb:LeadingKeys')
      throw new Error(`This evaluation does not know the condition key ${key}`);
    if (operator === 'Null') return (leadingKeys === undefined) === (wanted === 'true');
    if (operator !== 'ForAllValues:StringLike') throw new Error(`It does not know the operator ${operator}`);
    return (leadingKeys ?? []).every((one) => list(wanted).some((pattern) => matches(pattern, one)));
  });
}

/** Whether any of the statements allows what is asked. */
export const allows = (statements: readonly Statement[], asked: Asked): boolean =>
  statements.some(
    (statement) =>
      statement.Effect === 'Allow' &&
      actionsOf(statement).some((pattern) => matches(pattern, asked.action)) &&
      resourcesOf(statement).some((pattern) => matches(pattern, asked.resource)) &&
      conditionsHold(statement, asked),
  );
