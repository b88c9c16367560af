// The roles that reach one tenant's keys: an area's functions assume them with the tenant as session tag, and reach
// nothing of the table with their own roles (`tenantCredentials` in cdk.json).
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { publishedKeysPattern, tenantKeyPattern } from '../../../shared/data/tenant/access-scope.ts';
import type { Area } from '../../../shared/http/areas.ts';
import type { Environment } from '../environment/environment.ts';
import { getPrefix } from '../environment/names.ts';
import type { FunctionNeeds } from './needs.ts';
import { buildTableStatements } from './table-statements.ts';

/** A policy variable, which IAM replaces by its value. */
const policyVariable = (name: string): string => `\${${name}}`;

const taggedTenant = policyVariable('aws:PrincipalTag/tenant');
const taggedTenantKeys = tenantKeyPattern(taggedTenant);

/**
 * A session must name its tenant and nothing else, without any character that is special in the pattern that the name
 * becomes part of. (The variable named for such a character stands for the character.)
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

/** The tenant roles of an area: one that reads, one that also writes, each created when a function needs it. */
export interface TenantRoles {
  /** The ARN of the role for such needs. */
  arnFor(needs: FunctionNeeds): string;
  /** The statement that allows a function's own role to assume it. */
  assumeStatementFor(needs: FunctionNeeds): iam.PolicyStatement;
  /** Makes it trust a function's own role. */
  grantAssume(role: iam.Role, needs: FunctionNeeds): void;
}

/** Creates the tenant roles of an area. Their names are fixed, as otherwise both roles would depend on each other. */
export function createTenantRoles(scope: Construct, environment: Environment, area: Area): TenantRoles {
  const nameOf = ({ writes }: FunctionNeeds) =>
    `${getPrefix(environment)}-${area}-tenant-${writes ? 'write' : 'read'}`;
  const arnFor = (needs: FunctionNeeds) =>
    Stack.of(scope).formatArn({ service: 'iam', region: '', resource: 'role', resourceName: nameOf(needs) });
  const roles = new Map<string, iam.Role>();
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
      const existing = roles.get(roleName);
      if (existing) {
        existing.assumeRolePolicy?.addStatements(
          new iam.PolicyStatement({
            actions: assumeActions,
            principals: [new iam.ArnPrincipal(role.roleArn)],
            conditions: oneTenantCondition,
          }),
        );
        return;
      }
      const access = {
        read: [taggedTenantKeys, publishedKeysPattern],
        write: needs.writes ? [taggedTenantKeys] : [],
      };
      const statements = buildTableStatements(scope, environment, access, taggedTenant);
      roles.set(
        roleName,
        new iam.Role(scope, `OneTenant${needs.writes ? 'Write' : 'Read'}Role`, {
          roleName,
          description: 'Accesses the keys of the tenant that the session is tagged with',
          assumedBy: new iam.SessionTagsPrincipal(new iam.ArnPrincipal(role.roleArn)).withConditions(
            oneTenantCondition,
          ),
          inlinePolicies: { OneTenant: new iam.PolicyDocument({ statements }) },
        }),
      );
    },
  };
}
