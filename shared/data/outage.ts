// What a failure of the database says about a request: nothing happened and it may be sent again, or nobody knows.
import { Failure } from '../errors/failure.ts';

/** What is looked at of an error that the SDK throws. */
interface SdkError {
  readonly name?: string;
  /** Of the system or of Node: the connection itself. */
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

/** The connection was never made: nothing can have arrived. */
const unsentErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const isServerError = ({ $metadata }: SdkError): boolean => ($metadata?.httpStatusCode ?? 0) >= 500;

const isConnectionError = ({ name, code, $metadata }: SdkError): boolean =>
  $metadata?.httpStatusCode === undefined &&
  (name === 'TimeoutError' || (typeof code === 'string' && /^E[A-Z_]+$/.test(code)));

/** Whether the database could not be reached, had no room for the request, or broke down over it. */
export function isOutage(error: unknown): boolean {
  const failed = toSdkError(error);
  return throttlingErrors.has(failed.name ?? '') || isServerError(failed) || isConnectionError(failed);
}

/** Whether a try that failed so may have been carried out all the same: it was sent, and its answer is lost. */
export function mayHaveBeenApplied(error: unknown): boolean {
  const failed = toSdkError(error);
  return isServerError(failed) || (isConnectionError(failed) && !unsentErrors.has(String(failed.code)));
}

/**
 * What the caller is told of an outage. A write that may have been carried out is no 503, which clients send again by
 * themselves; API Gateway's own words for an answer that did not come are the same (infra/aws/gateway-responses.ts).
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
