// The failures that rules throw; each area's envelope turns them into its error reply.
import { type ErrorCode, type ErrorDetailCode, errorCatalogue } from './catalogue.ts';

/** One invalid value of a request. `target` is the field or parameter, dotted when nested (`address.city`). */
export interface ErrorDetail {
  readonly code: ErrorDetailCode;
  readonly message: string;
  readonly target: string;
}

interface FailureOptions {
  readonly target?: string | undefined;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** The permission that the caller lacks. */
  readonly permission?: string;
}

/** A failure with a code of the catalogue. The message is written for the caller and reveals nothing internal. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly target: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;
  /** The permission that the caller lacks, where one alone would be enough. */
  readonly permission: string | undefined;

  constructor(code: ErrorCode, message: string = errorCatalogue[code].when, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.target = options.target;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
    this.permission = options.permission;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** Whether an error refuses what was requested: a 4xx, which another try would meet again. */
export const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.status < 500;

/** The most details of a reply: no request may cause a reply of megabytes. */
export const maxDetails = 100;

/**
 * 400 with all details at once, up to a hundred (docs/interface/requests.md#validation). The target is that of the
 * first detail.
 */
export function invalid(details: readonly [ErrorDetail, ...ErrorDetail[]]): Failure {
  const [first] = details;
  const where = details.length > maxDetails ? `see the first ${maxDetails} in details` : 'see details';
  const message =
    details.length === 1
      ? first.message
      : `${details.length} values are invalid: ${first.message} (${where})`;
  return new Failure('VALIDATION_ERROR', message, {
    target: first.target,
    details: details.slice(0, maxDetails),
  });
}

/** Throws 400 with all of the details, if there are any: a caller learns everything that is wrong at once. */
export function throwIfInvalid(details: readonly ErrorDetail[]): void {
  const [first, ...rest] = details;
  if (first) throw invalid([first, ...rest]);
}

/** The details of a 400; none of any other failure. */
export const getInvalidDetails = (reason: unknown): readonly ErrorDetail[] | undefined =>
  reason instanceof Failure && reason.code === 'VALIDATION_ERROR' ? reason.details : undefined;

/**
 * Like Promise.all, but waits for every check, and throws one 400 with what all of them found invalid. Any other error
 * is thrown first.
 */
export async function allValid<T extends readonly unknown[]>(
  checks: readonly [...{ [K in keyof T]: Promise<T[K]> }],
) {
  const reasons = (await Promise.allSettled(checks)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  for (const reason of reasons) if (!getInvalidDetails(reason)) throw reason;
  throwIfInvalid(reasons.flatMap((reason) => getInvalidDetails(reason) ?? []));
  return Promise.all(checks);
}

/**
 * The result of a rule that names fields by other targets than the request: a 400 is thrown with the request's targets.
 */
export async function withTargets<T>(result: Promise<T>, rename: (target: string) => string): Promise<T> {
  try {
    return await result;
  } catch (reason) {
    throwIfInvalid(
      (getInvalidDetails(reason) ?? []).map((detail) => ({ ...detail, target: rename(detail.target) })),
    );
    throw reason;
  }
}

/** 404: there is no `what` with this id in the tenant. `target` is the parameter of the path that named it. */
export const notFound = (what: string, id: string, target = 'id'): Failure =>
  new Failure('RESOURCE_NOT_FOUND', `There is no ${what} with the id ${id}.`, { target });

/** 409: a unique value is taken. `target` names the field. */
export const alreadyExists = (what: string, target: string, value: string): Failure =>
  new Failure(
    'ALREADY_EXISTS',
    `There is already ${/^[aeio]/.test(what) ? 'an' : 'a'} ${what} with the ${target} ${value}.`,
    { target },
  );

/** 409: the current state does not allow it. The message says why. */
export const conflict = (message: string, target?: string): Failure =>
  new Failure('CONFLICT', message, { target });

/** 403: the caller lacks the permission. */
export const permissionDenied = (permission: string): Failure =>
  new Failure('PERMISSION_DENIED', `This request requires the permission ${permission}.`, { permission });

/** 412: the version in If-Match is not the current one. */
export const preconditionFailed = (): Failure => new Failure('PRECONDITION_FAILED');

/** 429 with Retry-After in whole seconds (docs/interface/limits.md#rate-headers). */
export const tooManyRequests = (message: string, retryAfterSeconds: number): Failure =>
  new Failure('RATE_LIMIT_EXCEEDED', message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
