// What stands before the endpoints refuses by itself, on a laptop as on AWS.
import type { Failure } from '../../shared/errors/failure.ts';
import type { Area } from '../../shared/http/areas.ts';
import { anyOriginHeaders } from '../../shared/http/cross-origin.ts';
import type { RefusedRequest } from '../../shared/http/envelopes/refused-request.ts';
import { buildFailureReply, type HttpReply } from '../../shared/http/failure-reply.ts';

/** A refusal in the area's envelope that any page may read: it holds nothing of a tenant's. */
export function buildGatewayFailureReply(area: Area, failure: Failure, refused: RefusedRequest): HttpReply {
  const { headers, ...reply } = buildFailureReply(area, failure, refused);
  return { ...reply, headers: { ...anyOriginHeaders, ...headers } };
}
