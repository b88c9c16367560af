// Reads a refusal by its area's own form: where the code and the single faults stand.
import type { Area } from '../../shared/http/areas.ts';
import type { RawReply } from './raw-request.ts';

/** One fault, in the words of areas A, C and D. */
export interface ReceivedErrorDetail {
  readonly code: string;
  readonly target: string;
  readonly message: string;
}

/** The code that a refusal carries. */
export const getErrorCode = (area: Area, { body }: Pick<RawReply, 'body'>): string =>
  area === 'identity' ? body.code : area === 'billtracking' ? body.error : body.error.code;

/** The single faults that a refusal tells. */
export function getErrorDetails(
  area: Area,
  { body }: Pick<RawReply, 'body'>,
): readonly ReceivedErrorDetail[] {
  if (area === 'training') return body.error.details ?? [];
  if (area === 'identity') return body.details ?? [];
  if (area === 'billtracking') return body.details.errors ?? [];
  const details: { field: string; code: string; message: string }[] = body.error.details ?? [];
  return details.map(({ field, code, message }) => ({ code, target: field, message }));
}
