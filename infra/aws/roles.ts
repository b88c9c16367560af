// Roles by area and need: each may touch its prefixes of the table, its log group, and the secrets it works with.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { tableDefinition } from '../../shared/data/table-definition.ts';
import type { Environment } from './environment.ts';
import { credentialKeysNameOf, signingKeysNameOf, tableNameOf } from './names.ts';
import { type Needs, roleNameOf } from './needs.ts';

/** Every key of a tenant's data begins so (design.md 4); which tenant's, the handler's store sees to. */
const tenantKeys = 'T#*';
/** The published keys, with which every area verifies tokens. */
const publishedKeys = 'P#KEYS';

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writing = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

/** Partition keys a role may read and write, as patterns of `dynamodb:LeadingKeys`. */
interface Reach {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/**
 * What of the table is in a role's reach. `platformKeys` are the patterns of the platform's own keys that the group
 * works with when it works with any. One request must fit one statement whole, so published keys stand beside the
 * tenants' in the same list.
 */
function reachOf({ scope, writes }: Needs, platformKeys: readonly string[]): Reach {
  const own = scope === 'platform' ? [tenantKeys, ...platformKeys] : [tenantKeys];
  return { read: [...new Set([...own, publishedKeys])], write: writes ? own : [] };
}

/** ForAllValues holds for a request without leading keys (a Scan) too; the Null condition shuts that out. */
const leadingKeys = (patterns: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...patterns] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

function tableStatements(stack: Stack, tableName: string, reach: Reach): iam.PolicyStatement[] {
  const table = stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
  const index = `${table}/index/${tableDefinition.index.name}`;
  const read = new iam.PolicyStatement({
    sid: 'ReadItems',
    actions: reading,
    resources: [table, index],
    conditions: leadingKeys(reach.read),
  });
  if (reach.write.length === 0) return [read];
  const write = new iam.PolicyStatement({
    sid: 'WriteItems',
    actions: writing,
    resources: [table],
    conditions: leadingKeys(reach.write),
  });
  return [read, write];
}

/** Secrets Manager ends a secret's ARN in six characters of its own, unknown before it is made. */
function secretStatement(
  stack: Stack,
  { sid, name, writes }: { readonly sid: string; readonly name: string; readonly writes: boolean },
): iam.PolicyStatement {
  const resourceName = `${name}-??????`;
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  return new iam.PolicyStatement({
    sid,
    actions: ['secretsmanager:GetSecretValue', ...(writes ? ['secretsmanager:PutSecretValue'] : [])],
    resources: [stack.formatArn({ service: 'secretsmanager', resource: 'secret', resourceName, arnFormat })],
  });
}

const secretStatements = (
  stack: Stack,
  environment: Environment,
  { signingKeys, credentialKeys }: Needs,
): iam.PolicyStatement[] => [
  ...(signingKeys === 'none'
    ? []
    : [
        secretStatement(stack, {
          sid: 'SigningKeys',
          name: signingKeysNameOf(environment),
          writes: signingKeys === 'rotate',
        }),
      ]),
  ...(credentialKeys
    ? [
        secretStatement(stack, {
          sid: 'CredentialKeys',
          name: credentialKeysNameOf(environment),
          writes: false,
        }),
      ]
    : []),
];

/** What the roles of one stack have in common. */
export interface RoleGroup {
  readonly environment: Environment;
  readonly logGroup: logs.LogGroup;
  /** Patterns of the platform's keys (`P#...`) that those who work with any need. */
  readonly platformKeysOf: (needs: Needs) => readonly string[];
}

/** Makes the role `name` with what these needs allow, and no more. */
export function roleOf(
  scope: Construct,
  name: string,
  needs: Needs | 'log alone',
  group: RoleGroup,
): iam.Role {
  const { environment, logGroup, platformKeysOf } = group;
  const stack = Stack.of(scope);
  const log = new iam.PolicyStatement({
    sid: 'WriteLog',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  const data =
    needs === 'log alone'
      ? []
      : [
          ...tableStatements(stack, tableNameOf(environment), reachOf(needs, platformKeysOf(needs))),
          ...secretStatements(stack, environment, needs),
        ];
  return new iam.Role(scope, `${name}Role`, {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Needs: new iam.PolicyDocument({ statements: [...data, log] }) },
  });
}

/** Gives out the roles of an area: one per need, made when it is first asked for. */
export function rolesOf(scope: Construct, group: RoleGroup): (needs: Needs | 'log alone') => iam.Role {
  const made = new Map<string, iam.Role>();
  return (needs) => {
    const name = needs === 'log alone' ? 'Log' : roleNameOf(needs);
    const role = made.get(name) ?? roleOf(scope, name, needs, group);
    made.set(name, role);
    return role;
  };
}
