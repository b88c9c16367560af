// What of the table a role may touch, as policy statements: by action, and by how the partition keys begin.
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
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

/** Partition keys a role may read and write, as patterns of `dynamodb:LeadingKeys`. */
interface TableAccess {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** ForAllValues holds for a request without leading keys (a Scan) too; the Null condition shuts that out. */
const buildKeyCondition = (patterns: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...patterns] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

/** The statements that let a role reach so far. One request must fit one statement whole. */
export function buildTableStatements(
  scope: Construct,
  environment: Environment,
  reach: TableAccess,
): iam.PolicyStatement[] {
  const resourceName = getTableName(environment);
  const table = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName });
  const index = `${table}/index/${tableDefinition.index.name}`;
  const read = new iam.PolicyStatement({
    sid: 'ReadItems',
    actions: readActions,
    resources: [table, index],
    conditions: buildKeyCondition(reach.read),
  });
  if (reach.write.length === 0) return [read];
  const write = new iam.PolicyStatement({
    sid: 'WriteItems',
    actions: writeActions,
    resources: [table],
    conditions: buildKeyCondition(reach.write),
  });
  return [read, write];
}
