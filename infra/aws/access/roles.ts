// Roles by area and need: each may access its prefixes of the table, its log group, and the secrets it uses.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { allTenantKeysPattern, publishedKeysPattern } from '../../../shared/data/tenant/access-scope.ts';
import type { Environment } from '../environment/environment.ts';
import { getCredentialKeysName, getSigningKeysName } from '../environment/names.ts';
import { type FunctionNeeds, getRoleName } from './needs.ts';
import { acceptOwnTables, buildTableStatements } from './table-statements.ts';
import type { TenantRoles } from './tenant-roles.ts';

/**
 * The keys of the table that a role may access. `platformKeys` are patterns of the platform's own keys, for roles that use
 * any. A request must be covered by a single statement, so published keys are in the same list as the tenants'.
 */
function getTableAccess(
  { scope, writes }: FunctionNeeds,
  platformKeys: readonly string[],
  readOnlyKeys: readonly string[],
) {
  const own = scope === 'platform' ? [allTenantKeysPattern, ...platformKeys] : [allTenantKeysPattern];
  return {
    read: [...new Set([...own, publishedKeysPattern, ...readOnlyKeys])],
    write: writes ? own : [],
  };
}

/** Secrets Manager appends six characters to a secret's ARN, which are unknown before it is created. */
function buildSecretStatement(
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

const buildSecretStatements = (
  stack: Stack,
  environment: Environment,
  { signingKeys, credentialKeys }: FunctionNeeds,
): iam.PolicyStatement[] => [
  ...(signingKeys === 'none'
    ? []
    : [
        buildSecretStatement(stack, {
          sid: 'SigningKeys',
          name: getSigningKeysName(environment),
          writes: signingKeys === 'rotate',
        }),
      ]),
  ...(credentialKeys
    ? [
        buildSecretStatement(stack, {
          sid: 'CredentialKeys',
          name: getCredentialKeysName(environment),
          writes: false,
        }),
      ]
    : []),
];

/** What the roles of a stack have in common. */
export interface RoleGroup {
  readonly environment: Environment;
  readonly logGroup: logs.LogGroup;
  /** Patterns of the platform's keys (`P#...`), for roles that use any. */
  readonly platformKeyPatterns: (needs: FunctionNeeds) => readonly string[];
  /** Patterns of the platform's keys that the roles may only read. */
  readonly readOnlyKeyPatterns?: readonly string[];
  /** The roles with which functions that serve one tenant reach its keys; by default their own roles do. */
  readonly tenantRoles?: TenantRoles | undefined;
}

/** Creates the role `name` with what these needs require, and no more. */
export function createRole(
  scope: Construct,
  name: string,
  needs: FunctionNeeds | 'log alone',
  group: RoleGroup,
): iam.Role {
  const { environment, logGroup, platformKeyPatterns, readOnlyKeyPatterns = [], tenantRoles } = group;
  const stack = Stack.of(scope);
  const log = new iam.PolicyStatement({
    sid: 'WriteLog',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  const assumed = needs !== 'log alone' && needs.scope === 'tenant' ? tenantRoles : undefined;
  const data =
    needs === 'log alone'
      ? []
      : [
          ...(assumed
            ? [assumed.assumeStatementFor(needs)]
            : buildTableStatements(
                stack,
                environment,
                getTableAccess(needs, platformKeyPatterns(needs), readOnlyKeyPatterns),
              )),
          ...buildSecretStatements(stack, environment, needs),
        ];
  const role = new iam.Role(scope, `${name}Role`, {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Needs: new iam.PolicyDocument({ statements: [...data, log] }) },
  });
  if (needs !== 'log alone' && !assumed) acceptOwnTables(role, environment);
  if (needs !== 'log alone') assumed?.grantAssume(role, needs);
  return role;
}

/** Provides the roles of an area: one per need, created on first use. */
export function createRoleProvider(
  scope: Construct,
  group: RoleGroup,
): (needs: FunctionNeeds | 'log alone') => iam.Role {
  const roles = new Map<string, iam.Role>();
  return (needs) => {
    const name = needs === 'log alone' ? 'Log' : getRoleName(needs);
    const role = roles.get(name) ?? createRole(scope, name, needs, group);
    roles.set(name, role);
    return role;
  };
}
