// Area B's error envelope (docs/interface/errors.md#area-b-envelope): everything is inside `error`.
import type { Failure } from '../../errors/failure.ts';
import type { RefusedRequest } from './refused-request.ts';

/** `{ error: { code, message, details?: [{ field, message, code }], timestamp, requestId, path, method } }` */
export const crmEnvelope = (failure: Failure, request: RefusedRequest): unknown => ({
  error: {
    code: failure.code,
    message: failure.message,
    ...(failure.details.length > 0 && {
      details: failure.details.map(({ target, message, code }) => ({ field: target, message, code })),
    }),
    timestamp: request.timestamp,
    requestId: request.requestId,
    path: request.path,
    method: request.method,
  },
});
