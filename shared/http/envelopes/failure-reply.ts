// Turns a Failure into the error reply of its area: status, headers, envelope. Handlers and gateways both use it.
import { formatChallenge } from '../../errors/challenge.ts';
import type { Failure } from '../../errors/failure.ts';
import { billtrackingEnvelope } from './billtracking.ts';
import { crmEnvelope } from './crm.ts';
import { isOAuthPath, oauthEnvelope } from './oauth.ts';
import type { RefusedRequest } from './refused-request.ts';
import { isScimPath, scimEnvelope, scimMediaType } from './scim.ts';
import { trainingEnvelope } from './training.ts';

const envelopes = {
  training: trainingEnvelope,
  crm: crmEnvelope,
  identity: oauthEnvelope,
  billtracking: billtrackingEnvelope,
} as const satisfies Readonly<Record<string, (failure: Failure, request: RefusedRequest) => unknown>>;

/** The areas, each with an envelope of its own. */
export type EnvelopeArea = keyof typeof envelopes;

/** A reply in the form of API Gateway's proxy integration. */
export interface HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether `body` is bytes in base64, which the gateway decodes. */
  readonly isBase64Encoded?: boolean;
}

/** Headers of every reply: it is stored nowhere by default, and browsers use it as its declared type only. */
export const baseHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** WWW-Authenticate for a 401, and for a token without the permission (RFC 9110 11.6.1, RFC 6750 3). */
function buildChallenge(failure: Failure): Record<string, string> {
  const bearer = (error?: string) =>
    formatChallenge('Bearer', error ? { error, error_description: failure.message } : {});
  if (failure.code === 'PERMISSION_DENIED') return bearer('insufficient_scope');
  if (failure.status !== 401) return {};
  return bearer(failure.details.some(({ code }) => code.startsWith('TOKEN_')) ? 'invalid_token' : undefined);
}

/** The error reply to a request in its area's own form. */
export function buildFailureReply(area: EnvelopeArea, failure: Failure, request: RefusedRequest): HttpReply {
  const isScim = isScimPath(request.path);
  const envelope = isScim ? scimEnvelope : isOAuthPath(request.path) ? oauthEnvelope : envelopes[area];
  return {
    statusCode: failure.status,
    headers: {
      'Content-Type': isScim ? scimMediaType : 'application/json',
      ...baseHeaders,
      'X-Request-Id': request.requestId,
      ...buildChallenge(failure),
      ...failure.headers,
    },
    body: JSON.stringify(envelope(failure, request)),
  };
}
