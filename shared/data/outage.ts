// What a failure of the database means for a request: not carried out and safe to repeat, or unknown.
import { Failure } from '../errors/failure.ts';

/** The properties of an SDK error that are used here. */
interface SdkError {
  readonly name?: string;
  /** The code of a connection error, from the system or Node. */
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const toSdkError = (error: unknown): SdkError => (typeof error === 'object' && error !== null ? error : {});

const throttlingErrors = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'Throttling',
]);

/** The connection was never made: DynamoDB cannot have received the request. */
const unsentErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The SDK's error of a connection that was not made in time has no code; that of a missing response has one. */
const isUnsent = ({ name, code }: SdkError): boolean =>
  unsentErrors.has(String(code)) || (name === 'TimeoutError' && code === undefined);

const isServerError = ({ $metadata }: SdkError): boolean => ($metadata?.httpStatusCode ?? 0) >= 500;

const isConnectionError = ({ name, code, $metadata }: SdkError): boolean =>
  $metadata?.httpStatusCode === undefined &&
  (name === 'TimeoutError' || (typeof code === 'string' && /^E[A-Z_]+$/.test(code)));

/** Whether the database could not be reached, throttled the request, or failed with a server error. */
export function isOutage(error: unknown): boolean {
  const failed = toSdkError(error);
  return throttlingErrors.has(failed.name ?? '') || isServerError(failed) || isConnectionError(failed);
}

/** Whether an attempt that failed like this may have been carried out: it was sent, and its response was lost. */
export function mayHaveBeenApplied(error: unknown): boolean {
  const failed = toSdkError(error);
  return isServerError(failed) || (isConnectionError(failed) && !isUnsent(failed));
}

/** The cause of a failure: the database has no room for a write. Reads go on, and so does what only counts them. */
export class StorageFull extends Error {}

/**
 * The failure that reports an outage. A write that may have been carried out is not a 503, which clients repeat by
 * themselves. API Gateway reports a missing response in the same words (infra/aws/gateway/gateway-responses.ts).
 */
export const outageFailure = (cause: unknown, mayBeWritten: boolean): Failure =>
  mayBeWritten
    ? new Failure(
        'INTERNAL_SERVER_ERROR',
        'The database did not answer in time; the request may have been carried out. Read before you repeat it, or repeat it with the same Idempotency-Key.',
        { cause },
      )
    : new Failure(
        'SERVICE_BUSY',
        'The database cannot be reached just now; the request was not carried out.',
        {
          headers: { 'Retry-After': '1' },
          cause,
        },
      );
