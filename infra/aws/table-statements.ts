// What a role may access of the table, as policy statements: by action and by prefix of the partition key.
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { duePrefix } from '../../shared/data/due-partition.ts';
import { tableDefinition } from '../../shared/data/table-definition.ts';
import type { Environment } from './environment.ts';
import { getTableName } from './names.ts';

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

/** The statements for this access. A request must be covered by a single statement. */
export function buildTableStatements(
  scope: Construct,
  environment: Environment,
  access: TableAccess,
): iam.PolicyStatement[] {
  const resourceName = getTableName(environment);
  const table = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName });
  const indexes = [
    tableDefinition.index.name,
    ...(readsDueWork(access) ? [tableDefinition.dueIndex.name] : []),
  ];
  const read = new iam.PolicyStatement({
    sid: 'ReadItems',
    actions: readActions,
    resources: [table, ...indexes.map((name) => `${table}/index/${name}`)],
    conditions: buildKeyCondition(access.read),
  });
  if (access.write.length === 0) return [read];
  const write = new iam.PolicyStatement({
    sid: 'WriteItems',
    actions: writeActions,
    resources: [table],
    conditions: buildKeyCondition(access.write),
  });
  return [read, write];
}

/**
 * Reading the whole table and its index, for the one function that exports and erases whole tenants: a scan names no keys,
 * so no condition on keys can hold for it.
 */
export function buildScanStatement(scope: Construct, environment: Environment): iam.PolicyStatement {
  const resourceName = getTableName(environment);
  const table = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName });
  return new iam.PolicyStatement({
    sid: 'ScanTable',
    actions: ['dynamodb:Scan'],
    resources: [table, `${table}/index/${tableDefinition.index.name}`],
  });
}
