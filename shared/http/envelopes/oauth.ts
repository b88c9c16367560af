// Area C's error body, and that of every OAuth endpoint (RFC 6749 5.2, RFC 6750 3.1).
import { errorCatalogue } from '../../errors/catalogue.ts';
import type { Failure } from '../../errors/failure.ts';
import type { RefusedRequest } from './refused-request.ts';

/**
 * Whether the path uses OAuth's errors although it is in another area (docs/interface/crm.md#token-endpoint, RFC 6749
 * 5.2).
 */
export const isOAuthPath = (path: string): boolean => /^\/oauth\//i.test(path);

/**
 * RFC 6749 5.2 allows printable ASCII without `"` and `\` in error_description.
 */
const toErrorDescription = (text: string): string =>
  text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/[^\x20-\x7e]/g, '?');

/**
 * `{ error, error_description, error_uri, code, details?, requestId }`; error_uri is the code's page below the issuer
 * (env ISSUER).
 */
export const oauthEnvelope = (failure: Failure, request: RefusedRequest): unknown => ({
  error: errorCatalogue[failure.code].oauth,
  error_description: toErrorDescription(failure.message),
  error_uri: `${process.env.ISSUER ?? ''}/errors/${failure.code}`,
  code: failure.code,
  ...(failure.details.length > 0 && { details: failure.details }),
  requestId: request.requestId,
});
