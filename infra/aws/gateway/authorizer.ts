// The authorizer function, which names the tenant that a request counts for, and how the area's API refers to it.
import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { requiresTenantHeader, requiresToken } from '../../../shared/auth/permissions/access-requirement.ts';
import type { Area } from '../../../shared/http/areas.ts';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import type { Bundle } from '../bundling/bundle.ts';
import type { Environment } from '../environment/environment.ts';
import { getTableName } from '../environment/names.ts';
import { createFunction } from '../functions/functions.ts';

/** Its name among the area's functions. */
export const authorizerName = 'authorizer';

/** How long API Gateway caches its answer for a tenant code and a token, in seconds. The answer grants no permission. */
const cacheSeconds = 300;

/** May read the settings of every tenant, whether it has its own API key, and published keys; nothing else of the table. */
function createAuthorizerRole(stack: Stack, environment: Environment, logGroup: logs.LogGroup): iam.Role {
  const table = stack.formatArn({
    service: 'dynamodb',
    resource: 'table',
    resourceName: getTableName(environment),
  });
  return new iam.Role(stack, 'AuthorizerRole', {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      Needs: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            sid: 'ReadTenants',
            actions: ['dynamodb:BatchGetItem'],
            resources: [table],
            conditions: {
              'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#*#TENANT', 'P#KEYS'] },
              Null: { 'dynamodb:LeadingKeys': 'false' },
            },
          }),
          new iam.PolicyStatement({
            sid: 'WriteLog',
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            resources: [logGroup.logGroupArn],
          }),
        ],
      }),
    },
  });
}

interface AuthorizerProps {
  readonly environment: Environment;
  readonly area: Area;
  readonly bundle: Bundle;
  readonly logGroup: logs.LogGroup;
}

/** Creates the area's authorizer. SAM CLI finds it only in the area's own template, so there is one per area. */
export function createAuthorizer(
  stack: Stack,
  { environment, area, bundle, logGroup }: AuthorizerProps,
): lambda.Function {
  return createFunction(stack, {
    environment,
    group: area,
    name: authorizerName,
    description: 'Names the API key by which a request counts',
    bundle,
    role: createAuthorizerRole(Stack.of(stack), environment, logGroup),
    logGroup,
  });
}

/** How the API's body refers to the authorizer. */
export interface AuthorizerIntegration {
  readonly uri: string;
  /** The role with which API Gateway invokes it. */
  readonly invokerRoleArn: string;
  /** Whether requests count against usage plans, by API key. */
  readonly usagePlans: boolean;
}

/** Names in the API's body. SAM CLI knows no usage plans and accepts one scheme per operation at most. */
const tenantScheme = 'tenant';
const tokenScheme = 'tenantAndToken';
const apiKeyScheme = 'apiKey';

const tenantHeader = 'method.request.header.tenant-code';
const tokenHeader = 'method.request.header.Authorization';

/**
 * The security schemes of an area's API. The answer depends on the token, so it is cached by tenant and token. API Gateway answers
 * a request that lacks one of the headers by which it caches with 401 itself (API Gateway API Reference, CreateAuthorizer,
 * identitySource): so where a token may be absent, nothing is cached.
 */
export const buildSecuritySchemes = ({ uri, invokerRoleArn, usagePlans }: AuthorizerIntegration) => {
  const buildScheme = (identitySource: string, authorizerResultTtlInSeconds: number) => ({
    type: 'apiKey',
    name: 'tenant-code',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'request',
      identitySource,
      authorizerUri: uri,
      authorizerCredentials: invokerRoleArn,
      authorizerResultTtlInSeconds,
    },
  });
  return {
    [tenantScheme]: buildScheme(tenantHeader, 0),
    [tokenScheme]: buildScheme(`${tenantHeader}, ${tokenHeader}`, cacheSeconds),
    ...(usagePlans && { [apiKeyScheme]: { type: 'apiKey', name: 'x-api-key', in: 'header' } }),
  };
};

/** The security of an operation; none where no header names a tenant (tokens, keys, public pages, signed links, SCIM). */
export const getOperationSecurity = ({ access }: EndpointConfig, { usagePlans }: AuthorizerIntegration) => {
  if (!requiresTenantHeader(access)) return {};
  const scheme = requiresToken(access) ? tokenScheme : tenantScheme;
  return { security: [{ [scheme]: [] }, ...(usagePlans ? [{ [apiKeyScheme]: [] }] : [])] };
};
