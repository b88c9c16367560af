// What API Gateway answers when it refuses a request itself: the area's own envelope, as the handlers would.
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { Failure } from '../../shared/errors/failure.ts';
import type { Area } from '../../shared/http/areas.ts';
import { anyOriginHeaders } from '../../shared/http/cross-origin.ts';
import { buildFailureReply } from '../../shared/http/failure-reply.ts';

/** One entry of `x-amazon-apigateway-gateway-responses`. */
export interface GatewayResponse {
  readonly statusCode: string;
  /** `gatewayresponse.header.<name>` to a quoted value. */
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: Readonly<Record<'application/json', string>>;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const unknownTenant: Refusal = {
  code: 'AUTHENTICATION_REQUIRED',
  message: 'The tenant-code header must name a tenant of this platform.',
};

/**
 * The function was called, and what became of it API Gateway doesn't know: it may have committed and then been cut off.
 * 500, not 503 or 504, which clients repeat by themselves; the status is the code's, as in every envelope.
 */
const noAnswer: Refusal = {
  code: 'INTERNAL_SERVER_ERROR',
  message:
    'No answer came in time; the request may have been carried out. Read before you repeat it, or repeat it with the same Idempotency-Key.',
};

/** The authorizer could not say whose request it is: no function was called. */
const tenantLookupFailed: Refusal = {
  code: 'SERVICE_BUSY',
  message: 'The tenant could not be looked up; the request was not carried out.',
  headers: { 'Retry-After': '1' },
};

/**
 * Every kind of refusal API Gateway makes of its own. It keeps a bucket of requests per second and a quota per day
 * and tells neither's figures, so a throttled caller is told to wait a second, and one whose quota is used up an hour.
 */
const refusals: Readonly<Record<string, Refusal>> = {
  MISSING_AUTHENTICATION_TOKEN: { code: 'ROUTE_NOT_FOUND' },
  RESOURCE_NOT_FOUND: { code: 'ROUTE_NOT_FOUND' },
  AUTHORIZER_FAILURE: tenantLookupFailed,
  AUTHORIZER_CONFIGURATION_ERROR: tenantLookupFailed,
  UNAUTHORIZED: unknownTenant,
  ACCESS_DENIED: unknownTenant,
  INVALID_API_KEY: unknownTenant,
  WAF_FILTERED: {
    code: 'PERMISSION_DENIED',
    message: 'The request was refused before it reached the platform.',
  },
  THROTTLED: { code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '1', 'X-RateLimit-Remaining': '0' } },
  QUOTA_EXCEEDED: {
    code: 'RATE_LIMIT_EXCEEDED',
    headers: { 'Retry-After': '3600', 'X-RateLimit-Remaining': '0' },
  },
  REQUEST_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE', message: 'The body may be at most 10485760 bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  BAD_REQUEST_BODY: { code: 'MALFORMED_BODY' },
  BAD_REQUEST_PARAMETERS: { code: 'VALIDATION_ERROR' },
  INTEGRATION_FAILURE: noAnswer,
  INTEGRATION_TIMEOUT: noAnswer,
  DEFAULT_4XX: {
    code: 'VALIDATION_ERROR',
    message: 'The request could not be read; compare it with the API reference.',
  },
  DEFAULT_5XX: noAnswer,
};

/**
 * What API Gateway fills in. A gateway response knows variables and no functions: the time comes as
 * `21/Nov/2025:07:54:00 +0000` and the path with the API's base, which here is as near as it gets; where handlers and
 * the function for unknown routes answer, both are exact. The header X-Request-Id would need the `req-` put before the
 * id and is left out; the body has it.
 */
const gatewayVariables = {
  method: '$context.httpMethod',
  path: '$context.path',
  requestId: 'req-$context.requestId',
  timestamp: '$context.requestTime',
} as const;

const omittedHeaders = new Set(['Content-Type', 'X-Request-Id']);

function buildGatewayResponse(area: Area, { code, message, headers = {} }: Refusal): GatewayResponse {
  const reply = buildFailureReply(area, new Failure(code, message, { headers }), gatewayVariables);
  const parameters = Object.entries({ ...reply.headers, ...anyOriginHeaders })
    .filter(([name]) => !omittedHeaders.has(name))
    .map(([name, value]) => [`gatewayresponse.header.${name}`, `'${value}'`]);
  return {
    statusCode: String(reply.statusCode),
    responseParameters: Object.fromEntries(parameters),
    responseTemplates: { 'application/json': reply.body },
  };
}

/**
 * The gateway responses of an area, by API Gateway's names for them. An API has one set: area B's token endpoint, which
 * speaks OAuth otherwise, gives area B's envelope here.
 */
export function buildGatewayResponses(area: Area, issuer: string): Readonly<Record<string, GatewayResponse>> {
  const before = process.env.ISSUER;
  // The OAuth envelope names the page of its code below the issuer, as functions know it from their environment.
  process.env.ISSUER = issuer;
  try {
    return Object.fromEntries(
      Object.entries(refusals).map(([type, one]) => [type, buildGatewayResponse(area, one)]),
    );
  } finally {
    if (before === undefined) delete process.env.ISSUER;
    else process.env.ISSUER = before;
  }
}
