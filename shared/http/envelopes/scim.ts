// The error replies of SCIM (RFC 7644, 3.12), which provisioning services read.
import type { Failure } from '../../errors/failure.ts';
import type { RefusedRequest } from './refused-request.ts';

/** The media type of SCIM (RFC 7644, 8.1). */
export const scimMediaType = 'application/scim+json';

export const scimErrorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Whether the path is one of SCIM's, whose errors have a form of their own. */
export const isScimPath = (path: string): boolean => /^\/scim\//i.test(path);

/** What is wrong with a value, in SCIM's words (RFC 7644, table 9). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'tooMany'
  | 'uniqueness';

function findErrorType({ code, target = '', details }: Failure): ScimErrorType | undefined {
  const [first] = details;
  if (code === 'ALREADY_EXISTS') return 'uniqueness';
  if (code === 'MALFORMED_BODY') return 'invalidSyntax';
  if (code !== 'VALIDATION_ERROR') return undefined;
  if (first?.code === 'MALFORMED_BODY') return 'invalidSyntax';
  if (first?.code === 'NOT_ALLOWED') return 'mutability';
  if (first?.code === 'OUT_OF_RANGE' && target === 'startIndex') return 'tooMany';
  if (target === 'filter') return 'invalidFilter';
  return /^Operations\[\d+\]\.path$/.test(target) ? 'invalidPath' : 'invalidValue';
}

/** `{ schemas, status, scimType?, detail }`, and as in every area's errors `code`, `details` and `requestId`. */
export const scimEnvelope = (failure: Failure, request: RefusedRequest): unknown => {
  const scimType = findErrorType(failure);
  return {
    schemas: [scimErrorSchema],
    status: String(failure.status),
    ...(scimType && { scimType }),
    detail: failure.message,
    code: failure.code,
    ...(failure.details.length > 0 && { details: failure.details }),
    requestId: request.requestId,
  };
};
