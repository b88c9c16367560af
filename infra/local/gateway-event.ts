// The event and the context that API Gateway calls a handler with (REST proxy integration, payload 1.0).
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Area } from '../../shared/http/areas.ts';
import { returnsBytes } from '../contracts/declared-responses.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';

/** A request of which the endpoint is known. */
export interface GatewayRequest {
  readonly method: string;
  readonly url: URL;
  /** The path below the area's address. */
  readonly path: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: Buffer;
  readonly requestId: string;
  readonly sourceIp: string;
  /** Whether the area's API takes every body for bytes. */
  readonly hasBytes: boolean;
}

/** The areas whose APIs pass files on, and so take every body for bytes (infra/aws/gateway/api-body.ts). */
export const listAreasWithBytes = (endpoints: readonly RegisteredEndpoint[]): ReadonlySet<Area> =>
  new Set(endpoints.flatMap(({ contract }) => (returnsBytes(contract) ? [contract.area] : [])));

/** Every value of each name. Names are the caller's: `__proto__` and `constructor` are names like any other. */
function groupByName(pairs: Iterable<readonly [string, string]>): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
}

const takeLastValues = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

export function buildEvent(
  {
    endpoint,
    params,
  }: { readonly endpoint: RegisteredEndpoint; readonly params: Readonly<Record<string, string>> },
  { method, url, path, headers: pairs, body, requestId, sourceIp, hasBytes }: GatewayRequest,
): APIGatewayProxyEvent {
  const headers = groupByName(pairs);
  const query = groupByName(url.searchParams);
  const userAgent = Object.entries(headers)
    .find(([name]) => name.toLowerCase() === 'user-agent')?.[1]
    .at(-1);
  return {
    resource: endpoint.contract.path,
    path,
    httpMethod: method,
    headers: takeLastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: Object.keys(query).length > 0 ? takeLastValues(query) : null,
    multiValueQueryStringParameters: Object.keys(query).length > 0 ? query : null,
    pathParameters: Object.keys(params).length > 0 ? params : null,
    stageVariables: null,
    requestContext: {
      accountId: 'local',
      apiId: endpoint.contract.area,
      authorizer: undefined,
      protocol: 'HTTP/1.1',
      httpMethod: method,
      identity: {
        sourceIp,
        userAgent: userAgent ?? null,
      } as APIGatewayProxyEvent['requestContext']['identity'],
      path: url.pathname,
      stage: 'local',
      requestId,
      requestTimeEpoch: Date.now(),
      resourceId: endpoint.name,
      resourcePath: endpoint.contract.path,
    },
    body: body.length > 0 ? body.toString(hasBytes ? 'base64' : 'utf8') : null,
    isBase64Encoded: hasBytes && body.length > 0,
  };
}

/** How long API Gateway waits for a function, in milliseconds. */
export const longestWait = 29_000;

/** The time that is left from now on. */
export function startCountdown(milliseconds: number): () => number {
  const end = performance.now() + milliseconds;
  return () => end - performance.now();
}

/** @param timeLeft milliseconds until the function is stopped */
export const buildLambdaContext = (
  endpoint: RegisteredEndpoint,
  requestId: string,
  timeLeft: () => number,
): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: endpoint.name,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${endpoint.name}`,
  memoryLimitInMB: '512',
  awsRequestId: requestId,
  logGroupName: 'local',
  logStreamName: 'local',
  getRemainingTimeInMillis: timeLeft,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
