// Builds the errors that the gateway returns before any endpoint runs, locally and on AWS.
import type { Failure } from '../../shared/errors/failure.ts';
import type { Area } from '../../shared/http/areas.ts';
import { buildFailureReply, type HttpReply } from '../../shared/http/envelopes/failure-reply.ts';
import { toFieldValues } from '../../shared/http/envelopes/field-values.ts';
import type { RefusedRequest } from '../../shared/http/envelopes/refused-request.ts';
import { anyOriginHeaders } from '../../shared/http/middleware/cross-origin-headers.ts';

/** An error in the area's envelope that any page may read: it contains no tenant data. */
export function buildGatewayFailureReply(area: Area, failure: Failure, refused: RefusedRequest): HttpReply {
  const { headers, ...reply } = buildFailureReply(area, failure, refused);
  return { ...reply, headers: toFieldValues({ ...anyOriginHeaders, ...headers }) };
}
