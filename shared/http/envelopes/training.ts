// Area A's error envelope (docs/interface/errors.md#area-a-envelope).
import type { Failure } from '../../errors/failure.ts';
import type { RefusedRequest } from './refused-request.ts';

/** `{ error: { code, message, target?, details? }, status, timestamp, path, requestId, tenantCode? }` */
export const trainingEnvelope = (failure: Failure, request: RefusedRequest): unknown => ({
  error: {
    // Every 400 of area A has this code; the details say what exactly is wrong (docs/interface/errors.md#area-a-envelope).
    code: failure.status === 400 ? 'VALIDATION_ERROR' : failure.code,
    message: failure.message,
    ...(failure.target !== undefined && { target: failure.target }),
    ...(failure.details.length > 0 && { details: failure.details }),
  },
  status: failure.status,
  timestamp: request.timestamp,
  path: request.path,
  requestId: request.requestId,
  ...(request.tenantCode !== undefined && { tenantCode: request.tenantCode }),
});
