// The roles that reach one tenant's keys: an area's functions assume them with the tenant as session tag, and reach
// nothing of the table by roles of their own (cdk.json: tenantCredentials).
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { publishedKeysPattern, tenantKeyPattern } from '../../shared/data/access-scope.ts';
import type { Area } from '../../shared/http/areas.ts';
import type { Environment } from './environment.ts';
import { getPrefix } from './names.ts';
import type { FunctionNeeds } from './needs.ts';
import { buildTableStatements } from './table-statements.ts';

/** A variable of a policy, which IAM puts a value in for. */
const policyVariable = (name: string): string => `\${${name}}`;

const taggedTenantKeys = tenantKeyPattern(policyVariable('aws:PrincipalTag/tenant'));

/**
 * A session must name its tenant, nothing beside it, and no character that means more than itself in the pattern that the
 * name becomes part of. (The variable of a character is the character.)
 */
const oneTenantCondition = {
  Null: { 'aws:RequestTag/tenant': 'false' },
  'ForAllValues:StringEquals': { 'aws:TagKeys': ['tenant'] },
  StringNotLike: {
    'aws:RequestTag/tenant': ['#', ...['*', '?', '$'].map(policyVariable)].map(
      (character) => `*${character}*`,
    ),
  },
};

const assumeActions = ['sts:AssumeRole', 'sts:TagSession'];

/** The tenants' roles of an area: one to read with, one to write with too, each made when a function needs it. */
export interface TenantRoles {
  /** The ARN of the role for such needs. */
  arnFor(needs: FunctionNeeds): string;
  /** What a function's own role needs to assume it. */
  assumeStatementFor(needs: FunctionNeeds): iam.PolicyStatement;
  /** Has the role take sessions from a function's own role. */
  grantAssume(role: iam.Role, needs: FunctionNeeds): void;
}

/** The tenants' roles of an area. Their names are fixed: else role and function's role would each wait for the other. */
export function createTenantRoles(scope: Construct, environment: Environment, area: Area): TenantRoles {
  const nameOf = ({ writes }: FunctionNeeds) =>
    `${getPrefix(environment)}-${area}-tenant-${writes ? 'write' : 'read'}`;
  const arnFor = (needs: FunctionNeeds) =>
    Stack.of(scope).formatArn({ service: 'iam', region: '', resource: 'role', resourceName: nameOf(needs) });
  const made = new Map<string, iam.Role>();
  return {
    arnFor,
    assumeStatementFor: (needs) =>
      new iam.PolicyStatement({
        sid: 'AssumeTenantsRole',
        actions: assumeActions,
        resources: [arnFor(needs)],
      }),
    grantAssume(role, needs) {
      const roleName = nameOf(needs);
      const known = made.get(roleName);
      if (known) {
        known.assumeRolePolicy?.addStatements(
          new iam.PolicyStatement({
            actions: assumeActions,
            principals: [new iam.ArnPrincipal(role.roleArn)],
            conditions: oneTenantCondition,
          }),
        );
        return;
      }
      const statements = buildTableStatements(scope, environment, {
        read: [taggedTenantKeys, publishedKeysPattern],
        write: needs.writes ? [taggedTenantKeys] : [],
      });
      made.set(
        roleName,
        new iam.Role(scope, `OneTenant${needs.writes ? 'Write' : 'Read'}Role`, {
          roleName,
          description: 'Reaches the keys of the tenant that the session is tagged with',
          assumedBy: new iam.SessionTagsPrincipal(new iam.ArnPrincipal(role.roleArn)).withConditions(
            oneTenantCondition,
          ),
          inlinePolicies: { OneTenant: new iam.PolicyDocument({ statements }) },
        }),
      );
    },
  };
}
