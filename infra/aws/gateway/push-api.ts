// The push channel's WebSocket API: its routes, which lead to the functions that declare them, its stage, its address.
import { ArnFormat, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { SocketTrigger } from '../../../shared/platform/trigger.ts';
import { acceptFinding, wildcardFinding } from '../access/nag.ts';
import type { Environment } from '../environment/environment.ts';
import { getLogGroupName, getPrefix, toPascalCase } from '../environment/names.ts';
import { apiGatewayPrincipal } from './api-gateway-principal.ts';
import { defaultThrottle } from './stage.ts';

/** The stage's name is the channel's path, as on the local platform: `wss://<id>.execute-api.<region>.amazonaws.com/push`. */
const stageName = 'push';

/**
 * A line of the access log. A browser sends its token in the query, so the line has no query and no header; execution
 * logs, which contain both, are off.
 */
const accessLogFormat = {
  requestId: 'req-$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  connection: '$context.connectionId',
  ip: '$context.identity.sourceIp',
  status: '$context.status',
  handlerMs: '$context.integrationLatency',
  failure: '$context.integrationErrorMessage',
} as const;

/** The API, which exists before its functions, because they need its address. */
export interface PushApi {
  /** Environment variables of functions that send messages. */
  readonly variables: Readonly<Record<string, string>>;
  /** Allows a role to send over open connections and to close them. */
  grantSend(role: iam.Role): void;
  /** Adds a route that calls the function. */
  addRoute(fn: lambda.IFunction, trigger: SocketTrigger): void;
}

function createStage(scope: Construct, environment: Environment, apiId: string): apigateway.CfnStage {
  const group = new logs.LogGroup(scope, 'PushAccessLog', {
    logGroupName: getLogGroupName(environment, 'push-access'),
    retention: environment.logDays,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  const { perSecond, burst } = environment.mostRequests ?? defaultThrottle;
  return new apigateway.CfnStage(scope, 'PushStage', {
    apiId,
    stageName,
    autoDeploy: true,
    accessLogSettings: { destinationArn: group.logGroupArn, format: JSON.stringify(accessLogFormat) },
    defaultRouteSettings: {
      loggingLevel: 'OFF',
      dataTraceEnabled: false,
      throttlingRateLimit: perSecond,
      throttlingBurstLimit: burst,
    },
  });
}

/** The role with which the API invokes these functions and no others. */
const createInvokerRole = (scope: Construct): iam.Role =>
  new iam.Role(scope, 'PushInvoker', { assumedBy: apiGatewayPrincipal() });

function getChannelAddress(scope: Construct, { pushDomain }: Environment, api: apigateway.CfnApi): string {
  const { region, urlSuffix } = Stack.of(scope);
  if (!pushDomain) return `${api.ref}.execute-api.${region}.${urlSuffix}/${stageName}`;
  return `${pushDomain.name}/${stageName}`;
}

/** Creates the API. It has the routes that functions declare, and no others. */
export function createPushApi(scope: Construct, environment: Environment): PushApi {
  const stack = Stack.of(scope);
  const api = new apigateway.CfnApi(scope, 'Push', {
    name: `${getPrefix(environment)}-push`,
    description: 'Changes as they happen',
    protocolType: 'WEBSOCKET',
    // Messages are not routed by type: all go to $default.
    routeSelectionExpression: '$request.body.type',
  });
  api.overrideLogicalId('Push');
  const stage = createStage(scope, environment, api.ref);
  const invoker = createInvokerRole(scope);
  if (environment.pushDomain) {
    const mapping = new apigateway.CfnApiMapping(scope, 'PushMapping', {
      apiId: api.ref,
      domainName: environment.pushDomain.name,
      stage: stageName,
      apiMappingKey: stageName,
    });
    mapping.node.addDependency(stage);
  }
  new CfnOutput(scope, 'PushAddress', {
    description: 'The address of the push channel',
    value: `wss://${getChannelAddress(scope, environment, api)}`,
  });
  const connections = (method: string) =>
    stack.formatArn({
      service: 'execute-api',
      resource: api.ref,
      resourceName: `${stageName}/${method}/@connections/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  return {
    variables: {
      AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: `https://${api.ref}.execute-api.${stack.region}.${stack.urlSuffix}/${stageName}`,
    },
    grantSend(role) {
      const resources = ['POST', 'DELETE'].map(connections);
      role.addToPolicy(
        new iam.PolicyStatement({
          sid: 'SpeakToListeners',
          actions: ['execute-api:ManageConnections'],
          resources,
        }),
      );
      for (const arn of resources)
        acceptFinding(role, wildcardFinding(stack, arn), 'API Gateway chooses the ids of connections.');
    },
    addRoute(fn, { route: routeKey }) {
      const name = toPascalCase(routeKey.slice(1));
      invoker.addToPolicy(
        new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.functionArn] }),
      );
      const integration = new apigateway.CfnIntegration(scope, `Push${name}Integration`, {
        apiId: api.ref,
        integrationType: 'AWS_PROXY',
        integrationUri: `arn:${stack.partition}:apigateway:${stack.region}:lambda:path/2015-03-31/functions/${fn.functionArn}/invocations`,
        credentialsArn: invoker.roleArn,
      });
      const route = new apigateway.CfnRoute(scope, `Push${name}Route`, {
        apiId: api.ref,
        routeKey,
        target: `integrations/${integration.ref}`,
        authorizationType: 'NONE',
        // With it the function's reply is sent over the connection.
        ...(routeKey === '$default' && { routeResponseSelectionExpression: '$default' }),
      });
      acceptFinding(
        route,
        'APIG4',
        '$connect checks the platform’s own tokens, as the endpoints do; the other routes need a connection.',
      );
      if (routeKey === '$default')
        new apigateway.CfnRouteResponse(scope, `Push${name}Response`, {
          apiId: api.ref,
          routeId: route.ref,
          routeResponseKey: '$default',
        });
      // An API without routes is not deployed.
      stage.node.addDependency(route);
    },
  };
}
