// The stage of an area's API: its access log, its traces, and its throttling.
import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Area } from '../../../shared/http/areas.ts';
import type { Environment } from '../environment/environment.ts';
import { getLogGroupName } from '../environment/names.ts';

/**
 * A line of the access log: enough to find a request, and to see how API Gateway answered those that reached no handler.
 * The path is the declared one, without values, because links to files and calendars are secrets; query, headers and body
 * are left out. The handler's own log line has the same request id.
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

/** Requests per second and burst to each method of an API, for all callers together; tenants have limits of their own. */
export const defaultThrottle = { perSecond: 1000, burst: 2000 } as const;

/** The options of the stage. Its name is the base path where there is no domain. */
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
