// What stands before the endpoints refuses by itself, on a laptop as on AWS.
import type { Failure } from '../../shared/errors/failure.ts';
import type { Area } from '../../shared/http/areas.ts';
import { openToAnyPage } from '../../shared/http/cross-origin.ts';
import type { Refused } from '../../shared/http/envelopes/refused-request.ts';
import { type HttpReply, refusal } from '../../shared/http/failure-reply.ts';

/** A refusal in the area's envelope that any page may read: it holds nothing of a tenant's. */
export function gatewayRefusal(area: Area, failure: Failure, refused: Refused): HttpReply {
  const { headers, ...reply } = refusal(area, failure, refused);
  return { ...reply, headers: { ...openToAnyPage, ...headers } };
}
