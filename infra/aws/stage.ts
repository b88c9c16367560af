// How an area's API is run: its access log, its traces, and how much of everything it takes at most.
import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Area } from '../../shared/http/areas.ts';
import type { Environment } from './environment.ts';
import { getLogGroupName } from './names.ts';

/**
 * What a line of the access log says: enough to find a request again and to see what API Gateway made of those that no
 * handler saw. The path is the declared one, without its values: links to files and calendars are secrets. No query, no
 * header and no body is in it; what a handler did stands in its own line, under the same request id.
 */
const accessLogFormat = {
  requestId: 'req-$context.requestId',
  time: '$context.requestTime',
  tenant: '$context.authorizer.principalId',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  handlerMs: '$context.integrationLatency',
  refusal: '$context.error.responseType',
  trace: '$context.xrayTraceId',
} as const;

/** Requests per second and at once to each of an API's methods, whoever sends them; tenants have limits of their own. */
export const defaultThrottle = { perSecond: 1000, burst: 2000 } as const;

/** The stage of an area's API. Its name is the base path where there is no domain. */
export function buildStageOptions(
  stack: Stack,
  environment: Environment,
  area: Area,
): apigateway.StageOptions {
  const group = new logs.LogGroup(stack, 'AccessLog', {
    logGroupName: getLogGroupName(environment, `${area}-access`),
    retention: environment.logDays,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  const { perSecond, burst } = environment.mostRequests ?? defaultThrottle;
  return {
    stageName: area,
    accessLogDestination: new apigateway.LogGroupLogDestination(group),
    accessLogFormat: apigateway.AccessLogFormat.custom(JSON.stringify(accessLogFormat)),
    tracingEnabled: true,
    throttlingRateLimit: perSecond,
    throttlingBurstLimit: burst,
  };
}
