// What a role may access of the table, as policy statements: by action and by prefix of the partition key.
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { duePrefix } from '../../../shared/data/due-partition.ts';
import { tableDefinition } from '../../../shared/data/table-definition.ts';
import { nameOwnTable } from '../../../shared/data/tables.ts';
import type { Environment } from '../environment/environment.ts';
import { getTableName } from '../environment/names.ts';
import { acceptFinding, wildcardFinding } from './nag.ts';

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writeActions = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

/** The partition keys that a role may read and write, as patterns of `dynamodb:LeadingKeys`. */
interface TableAccess {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** ForAllValues is also true for a request without leading keys (a Scan); the Null condition excludes that. */
const buildKeyCondition = (patterns: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...patterns] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

/** The index of what is due has work of all tenants: only scheduled functions may read it, and no request. */
const readsDueWork = ({ read }: TableAccess): boolean =>
  read.some((pattern) => pattern.startsWith(duePrefix));

/**
 * The ARNs of the platform's table, and of those that tenants have of their own: of all, or of the one that a policy variable
 * names.
 */
function listTableArns(scope: Construct, environment: Environment, owner = '*'): readonly string[] {
  const shared = getTableName(environment);
  const names = [shared, ...(environment.ownTables?.length ? [nameOwnTable(shared, owner)] : [])];
  return names.map((resourceName) =>
    Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName }),
  );
}

const toIndexArn = (table: string, name: string = tableDefinition.index.name): string =>
  `${table}/index/${name}`;

/** Accepts the findings about the wildcard for tenants' own tables. */
export function acceptOwnTables(role: iam.Role, environment: Environment): void {
  for (const table of listTableArns(role, environment).slice(1))
    for (const arn of [table, toIndexArn(table), toIndexArn(table, tableDefinition.dueIndex.name)])
      acceptFinding(
        role,
        wildcardFinding(Stack.of(role), arn),
        'The tables of tenants, whose keys the condition limits as those of the common table.',
      );
}

/**
 * The statements for this access. A request must be covered by a single statement.
 * @param owner whose own table is reached; every one by default
 */
export function buildTableStatements(
  scope: Construct,
  environment: Environment,
  access: TableAccess,
  owner?: string,
): iam.PolicyStatement[] {
  const tables = listTableArns(scope, environment, owner);
  const indexes = [
    tableDefinition.index.name,
    ...(readsDueWork(access) ? [tableDefinition.dueIndex.name] : []),
  ];
  const read = new iam.PolicyStatement({
    sid: 'ReadItems',
    actions: readActions,
    resources: [...tables, ...tables.flatMap((table) => indexes.map((name) => toIndexArn(table, name)))],
    conditions: buildKeyCondition(access.read),
  });
  if (access.write.length === 0) return [read];
  const write = new iam.PolicyStatement({
    sid: 'WriteItems',
    actions: writeActions,
    resources: [...tables],
    conditions: buildKeyCondition(access.write),
  });
  return [read, write];
}

/**
 * Reading the whole table and its index, for the one function that exports and erases whole tenants: a scan names no keys,
 * so no condition on keys can hold for it.
 */
export function buildScanStatement(scope: Construct, environment: Environment): iam.PolicyStatement {
  const tables = listTableArns(scope, environment);
  return new iam.PolicyStatement({
    sid: 'ScanTable',
    actions: ['dynamodb:Scan'],
    resources: [...tables, ...tables.map((table) => toIndexArn(table))],
  });
}
