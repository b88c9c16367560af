// Roles by area and need: each may touch its prefixes of the table, its log group, and the secrets it works with.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { allTenantKeysPattern, publishedKeysPattern } from '../../shared/data/access-scope.ts';
import type { Environment } from './environment.ts';
import { getCredentialKeysName, getSigningKeysName } from './names.ts';
import { type FunctionNeeds, getRoleName } from './needs.ts';
import { buildTableStatements } from './table-statements.ts';
import type { TenantRoles } from './tenant-roles.ts';

/**
 * What of the table is in a role's reach. `platformKeys` are the patterns of the platform's own keys that the group
 * works with when it works with any. One request must fit one statement whole, so published keys stand beside the
 * tenants' in the same list.
 */
function getTableAccess({ scope, writes }: FunctionNeeds, platformKeys: readonly string[]) {
  const own = scope === 'platform' ? [allTenantKeysPattern, ...platformKeys] : [allTenantKeysPattern];
  return { read: [...new Set([...own, publishedKeysPattern])], write: writes ? own : [] };
}

/** Secrets Manager ends a secret's ARN in six characters of its own, unknown before it is made. */
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

/** What the roles of one stack have in common. */
export interface RoleGroup {
  readonly environment: Environment;
  readonly logGroup: logs.LogGroup;
  /** Patterns of the platform's keys (`P#...`) that those who work with any need. */
  readonly platformKeyPatterns: (needs: FunctionNeeds) => readonly string[];
  /** The roles by which functions that serve one tenant reach its keys; by their own unless given. */
  readonly tenantRoles?: TenantRoles | undefined;
}

/** Makes the role `name` with what these needs allow, and no more. */
export function createRole(
  scope: Construct,
  name: string,
  needs: FunctionNeeds | 'log alone',
  group: RoleGroup,
): iam.Role {
  const { environment, logGroup, platformKeyPatterns, tenantRoles } = group;
  const stack = Stack.of(scope);
  const log = new iam.PolicyStatement({
    sid: 'WriteLog',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  const borrows = needs !== 'log alone' && needs.scope === 'tenant' ? tenantRoles : undefined;
  const data =
    needs === 'log alone'
      ? []
      : [
          ...(borrows
            ? [borrows.assumeStatementFor(needs)]
            : buildTableStatements(stack, environment, getTableAccess(needs, platformKeyPatterns(needs)))),
          ...buildSecretStatements(stack, environment, needs),
        ];
  const role = new iam.Role(scope, `${name}Role`, {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Needs: new iam.PolicyDocument({ statements: [...data, log] }) },
  });
  if (needs !== 'log alone') borrows?.grantAssume(role, needs);
  return role;
}

/** Gives out the roles of an area: one per need, made when it is first asked for. */
export function createRoleProvider(
  scope: Construct,
  group: RoleGroup,
): (needs: FunctionNeeds | 'log alone') => iam.Role {
  const made = new Map<string, iam.Role>();
  return (needs) => {
    const name = needs === 'log alone' ? 'Log' : getRoleName(needs);
    const role = made.get(name) ?? createRole(scope, name, needs, group);
    made.set(name, role);
    return role;
  };
}
