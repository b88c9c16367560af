// Area D's error body (docs/interface/errors.md#area-d-envelope).
import type { Failure } from '../../errors/failure.ts';
import type { RefusedRequest } from './refused-request.ts';

/** `{ error, message, details: { code, timestamp, errors? } }` with every detail in details.errors. */
export const billtrackingEnvelope = (failure: Failure, request: RefusedRequest): unknown => ({
  error: failure.code,
  message: failure.message,
  details: {
    code: failure.code,
    timestamp: request.timestamp,
    requestId: request.requestId,
    ...(failure.details.length > 0 && { errors: failure.details }),
  },
});
