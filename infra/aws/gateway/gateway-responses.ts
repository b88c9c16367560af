// The replies of API Gateway when it refuses a request itself: the area's error envelope, as from a handler.
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { buildFailureReply } from '../../../shared/http/envelopes/failure-reply.ts';
import { anyOriginHeaders } from '../../../shared/http/middleware/cross-origin-headers.ts';

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

/** A header is absent that the authorizer needs: no function was invoked. */
const headerIsMissing: Refusal = {
  code: 'AUTHENTICATION_REQUIRED',
  message:
    'The tenant-code header must name a tenant of this platform, and Authorization must be: Bearer <access token>.',
};

/**
 * The function was invoked, and API Gateway does not know the result: it may have committed before it was cut off. So 500,
 * not 503 or 504, which clients retry by themselves; the status is that of the code, as in every envelope.
 */
const noAnswer: Refusal = {
  code: 'INTERNAL_SERVER_ERROR',
  message:
    'No answer came in time; the request may have been carried out. Read before you repeat it, or repeat it with the same Idempotency-Key.',
};

/** The authorizer failed to identify the tenant: no function was invoked. */
const tenantLookupFailed: Refusal = {
  code: 'SERVICE_BUSY',
  message: 'The tenant could not be looked up; the request was not carried out.',
  headers: { 'Retry-After': '1' },
};

/**
 * The key that the authorizer named has been removed while its answer was cached. That says nothing about the tenant; no
 * function was invoked, and the next answer names a key that exists.
 */
const keyIsGone: Refusal = {
  code: 'SERVICE_BUSY',
  message: "The tenant's place in its usage plan is being changed; the request was not carried out.",
  headers: { 'Retry-After': '60' },
};

/**
 * Every kind of refusal that API Gateway makes itself. It limits requests per second and per day but reports no figures, so
 * a throttled caller has to wait a second, and one whose daily quota is used up an hour.
 */
const refusals: Readonly<Record<string, Refusal>> = {
  MISSING_AUTHENTICATION_TOKEN: { code: 'ROUTE_NOT_FOUND' },
  RESOURCE_NOT_FOUND: { code: 'ROUTE_NOT_FOUND' },
  AUTHORIZER_FAILURE: tenantLookupFailed,
  AUTHORIZER_CONFIGURATION_ERROR: tenantLookupFailed,
  UNAUTHORIZED: headerIsMissing,
  ACCESS_DENIED: headerIsMissing,
  INVALID_API_KEY: keyIsGone,
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
 * The variables that API Gateway fills in. It can't transform them: the time has the form `21/Nov/2025:07:54:00 +0000`, and
 * the path includes the API's base. Handlers and the function for unknown routes return exact values. The header
 * X-Request-Id is left out, because it would need the prefix `req-`; the body has the id.
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
 * The gateway responses of an area, by API Gateway's names for them. An API has one set, so area B's token endpoint, whose
 * other errors are OAuth's, has area B's envelope here.
 */
export function buildGatewayResponses(area: Area, issuer: string): Readonly<Record<string, GatewayResponse>> {
  const before = process.env.ISSUER;
  // The OAuth envelope links to a page below the issuer, which it reads from the environment.
  process.env.ISSUER = issuer;
  try {
    return Object.fromEntries(
      Object.entries(refusals).map(([type, refusal]) => [type, buildGatewayResponse(area, refusal)]),
    );
  } finally {
    if (before === undefined) delete process.env.ISSUER;
    else process.env.ISSUER = before;
  }
}
