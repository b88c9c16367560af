// Reads the code and the error details of a refusal, in the format of its area.
import type { Area } from '../../shared/http/areas.ts';
import type { RawReply } from './requests/raw-request.ts';

/** One error detail, in the format of areas A, C and D. */
export interface ReceivedErrorDetail {
  readonly code: string;
  readonly target: string;
  readonly message: string;
}

/** The error code of a refusal. */
export const getErrorCode = (area: Area, { body }: Pick<RawReply, 'body'>): string =>
  area === 'identity' ? body.code : area === 'billtracking' ? body.error : body.error.code;

/** The error details of a refusal. */
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
